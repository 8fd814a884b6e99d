import { FULL_BROWSER } from "./support/browser";
import { expect, type Larder, test, waitForWorker } from "./support/larder";

test.use({ serviceWorkers: "allow", launchOptions: FULL_BROWSER });

type Page = import("@playwright/test").Page;

/** Lists the shown notifications while the worker shows none: Chromium would forget the one that just appears. */
const titles = (page: Page) =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    const shown = await navigator.locks.request("larder.notifications", async () => (await ready).getNotifications());
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/**
 * Delivers a push as the browser vendor would, whose servers are not available. The browser does not tell whether a
 * message reached the worker, and on a busy machine one in hundreds does not: it is sent until one did.
 */
async function push(page: Page, data: object): Promise<void> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent("serviceworker"));
  const client = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  const message = {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(data),
  };
  await expect(async () => {
    // The worker listens before the message is sent.
    await worker.evaluate(() => {
      const arrived = new Promise((resolve) => {
        self.addEventListener("push", () => resolve(true), { once: true });
        setTimeout(resolve, 5_000, false);
      });
      Object.assign(self, { arrived });
    });
    await client.send("ServiceWorker.deliverPushMessage", message);
    expect(await worker.evaluate(() => (self as unknown as { arrived: Promise<boolean> }).arrived)).toBe(true);
  }).toPass();
  await client.detach();
}

/** Returns a reminder of the server about these items. */
const reminder = (items: readonly object[], more: object = {}) => ({
  title: "Use it before it spoils",
  body: "…",
  tag: "due-2026-11-21",
  url: "/?tab=items&due=1",
  count: items.length,
  items,
  ...more,
});

/** Opens a page that may show notifications, with milk and ham that are due. Returns their ids. */
async function openWithFood(page: Page, larder: Larder, path: string): Promise<string[]> {
  await page.context().grantPermissions(["notifications"]);
  await larder.open(path);
  await waitForWorker(page);
  return larder.addItems([
    { name: "Milk", left: 0.5 },
    { name: "Ham", left: 1.5, category: "Meat" },
  ]);
}

/** A tap on the notification, or on one of its buttons. */
async function tap(page: Page, action: string): Promise<void> {
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error("no service worker");
  await worker.evaluate(async (name) => {
    // The worker's own types are not this file's.
    const scope = self as unknown as EventTarget & {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("no notification");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification, action: name }));
  }, action);
}

test("archives the first item of a reminder that is answered with 'Used', and keeps the others", async ({
  page,
  larder,
}) => {
  const [milk, ham] = await openWithFood(page, larder, "/?tab=scan");
  const items = [
    { id: milk, name: "Milk", daysLeft: 0 },
    { id: ham, name: "Ham", daysLeft: 1 },
  ];
  await push(page, reminder(items));
  const body = "2 items to use up soon: Milk (today), Ham (1 day left)";
  await expect.poll(() => titles(page)).toEqual([{ title: "Use it before it spoils", body, tag: "due-2026-11-21" }]);

  await tap(page, "used");
  await expect.poll(() => titles(page)).toMatchObject([{ body: "1 item to use up soon: Ham (1 day left)" }]);
  await expect
    .poll(() => larder.call<object[]>("GET", "/api/items/archived"))
    .toMatchObject([{ id: milk, itemStatus: "archived", outcome: "used" }]);
});

test("shows the due items after a tap on a reminder", async ({ page, larder }) => {
  const [milk, ham] = await openWithFood(page, larder, "/?tab=scan");
  await larder.addItems([{ name: "Cheddar", left: 11 }]);
  const items = [
    { id: milk, name: "Milk" },
    { id: ham, name: "Ham" },
  ];
  await push(page, reminder(items));
  await expect.poll(async () => (await titles(page)).length).toBe(1);
  await tap(page, "");
  await expect(page).toHaveURL(/due=1/);
  const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
  await expect(names).toHaveText(["Milk", "Ham"]);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(names).toHaveText(["Milk", "Ham", "Cheddar"]);
});

test("adds what is answered with 'Used' to the shopping list, also if no page is open", async ({ page, larder }) => {
  const [milk, ham] = await openWithFood(page, larder, "/shopping-list?view=list");
  await page.getByRole("button", { name: "More for this list" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Add items that are used up" }).click();
  const items = [
    { id: milk, name: "Milk" },
    { id: ham, name: "Ham" },
  ];
  await push(page, reminder(items));
  await expect.poll(() => titles(page)).toMatchObject([{ body: "2 items to use up soon: Milk, Ham" }]);
  await tap(page, "used");
  const rows = page.getByRole("list", { name: "Shopping list" }).getByRole("listitem");
  await expect(rows).toHaveText([/Milk/]);
  // No page of the app is open now, so nothing sends the answer.
  await page.goto("/robots.txt");
  await tap(page, "used");
  await expect.poll(() => titles(page)).toEqual([]);
  await page.goto("/shopping-list?view=list");
  await expect(rows).toHaveCount(2);
  await expect.poll(() => larder.names("/api/shopping-list")).toEqual(["Ham", "Milk"]);
});

test("removes what another device used up from the reminder when the app opens", async ({ page, larder }) => {
  const [milk, ham] = await openWithFood(page, larder, "/?tab=items");
  const items = [
    { id: milk, name: "Milk" },
    { id: ham, name: "Ham" },
  ];
  await push(page, reminder(items));
  await expect.poll(() => titles(page)).toMatchObject([{ body: "2 items to use up soon: Milk, Ham" }]);
  // As another device does, without this page's doing.
  await larder.call("PATCH", `/api/items/${milk}/archive`, { outcome: "used" });
  await page.reload();
  await expect
    .poll(() => titles(page))
    .toEqual([{ title: "Use it before it spoils", body: "1 item to use up soon: Ham", tag: "due-2026-11-21" }]);
  await larder.call("PATCH", `/api/items/${ham}/delete`);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual([]);
});

test.describe("while the app is closed", () => {
  test.beforeEach(async ({ page, context, larder }) => {
    await context.grantPermissions(["notifications"]);
    await larder.open("/?tab=items");
    await waitForWorker(page);
    // This page is not the app, which would correct the reminder.
    await page.goto("/robots.txt");
  });
  const digest = (day: number, names: readonly string[], correction = false) =>
    reminder(
      names.map((name) => ({ id: `1f7b0000-0000-4000-8000-${name.padEnd(12, "0").toLowerCase()}`, name })),
      { tag: `due-2026-11-${day}`, ...(correction && { correction }) },
    );
  const bodies = async (page: Page) => (await titles(page)).map(({ body }) => body);

  test("a correction replaces the reminder, and an empty one closes it", async ({ page }) => {
    await push(page, digest(21, ["Fish", "Milk", "Ham"]));
    await expect.poll(() => bodies(page)).toEqual(["3 items to use up soon: Fish, Milk, Ham"]);
    await push(page, digest(21, ["Ham"], true));
    await expect.poll(() => bodies(page)).toEqual(["1 item to use up soon: Ham"]);
    await push(page, digest(21, [], true));
    await expect.poll(() => bodies(page)).toEqual([]);
  });

  test("a correction is shown without its reminder, unless that was dismissed", async ({ page }) => {
    await push(page, digest(22, ["Eggs", "Leek"]));
    await expect.poll(() => bodies(page)).toEqual(["2 items to use up soon: Eggs, Leek"]);
    await page.evaluate(async () => {
      for (const shown of await (await navigator.serviceWorker.ready).getNotifications()) shown.close();
    });
    await push(page, digest(22, ["Leek"], true));
    // The phone was off: the push service has replaced the reminder by the correction.
    await push(page, digest(23, ["Rice"], true));
    await expect.poll(() => bodies(page)).toEqual(["1 item to use up soon: Rice"]);
  });
});

/** Grants or refuses permission, counts prompts, and subscribes without the vendor's servers. */
async function stubPush(page: Page, answer: "granted" | "denied"): Promise<void> {
  await page.addInitScript((given) => {
    let permission = sessionStorage.getItem("permission") ?? "default";
    Object.assign(window, { questions: 0 });
    Object.defineProperty(Notification, "permission", { get: () => permission });
    Notification.requestPermission = () => {
      Object.assign(window, { questions: Number(Reflect.get(window, "questions")) + 1 });
      permission = given;
      sessionStorage.setItem("permission", given);
      return Promise.resolve(given);
    };
    const key = (length: number) =>
      btoa(String.fromCharCode(4, ...Array.from({ length: length - 1 }, (_, n) => n)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    const endpoint = "https://fcm.googleapis.com/fcm/send/e2e";
    const subscriptionFor = (serverKey: readonly number[]) =>
      ({
        endpoint,
        options: { applicationServerKey: new Uint8Array(serverKey).buffer },
        unsubscribe: () => {
          sessionStorage.removeItem("subscribed");
          return Promise.resolve(true);
        },
        toJSON: () => ({ endpoint, keys: { p256dh: key(65), auth: key(16) } }),
      }) as unknown as PushSubscription;
    // Like the browser's own, it survives a page.
    PushManager.prototype.getSubscription = () => {
      const made = sessionStorage.getItem("subscribed");
      return Promise.resolve(made === null ? null : subscriptionFor(JSON.parse(made) as number[]));
    };
    PushManager.prototype.subscribe = (options) => {
      const serverKey = [...(options?.applicationServerKey as Uint8Array)];
      sessionStorage.setItem("subscribed", JSON.stringify(serverKey));
      return Promise.resolve(subscriptionFor(serverKey));
    };
  }, answer);
}

const questions = (page: Page) => page.evaluate(() => Number(Reflect.get(window, "questions")));
const card = (page: Page) => page.getByRole("region", { name: "Get a reminder before food spoils?" });

test.describe("the permission request", () => {
  const withFood = async (page: Page, larder: Larder) => {
    await larder.open("/?tab=items");
    await waitForWorker(page);
    await larder.addItems([{ name: "Butter", left: 9 }]);
    await page.reload();
    await expect(card(page)).toContainText("At most once a day, and only if something expires.");
    // The browser's permission prompt never appears unasked.
    expect(await questions(page)).toBe(0);
  };

  test(
    "appears once, with expiring items, and subscribes by 'Remind me'",
    { tag: "@main" },
    async ({ page, larder }) => {
      await stubPush(page, "granted");
      await withFood(page, larder);
      const sent = page.waitForResponse(
        (response) => response.url().endsWith("/api/push-subscriptions") && response.request().method() === "POST",
      );
      await card(page).getByRole("button", { name: "Remind me" }).click();
      const answer = await sent;
      expect(answer.ok()).toBe(true);
      expect(answer.request().postDataJSON()).toMatchObject({ endpoint: "https://fcm.googleapis.com/fcm/send/e2e" });
      await expect(page.getByText("Reminders are on")).toBeVisible();
      await expect(card(page)).toHaveCount(0);
      expect(await questions(page)).toBe(1);
      await page.goto("/settings");
      await expect(page.getByText("Reminders are on for this device.")).toBeVisible();
    },
  );

  test("disappears by 'Not Now', and reminders are still in the settings", async ({ page, larder }) => {
    await stubPush(page, "granted");
    await withFood(page, larder);
    await card(page).getByRole("button", { name: "Not Now" }).click();
    await expect(card(page)).toHaveCount(0);
    expect(await questions(page)).toBe(0);
    await page.goto("/settings");
    await expect(page.getByText("Reminders aren't allowed on this device yet.")).toBeVisible();
    await page.getByRole("button", { name: "Allow on this device" }).click();
    await expect(page.getByText("Reminders are on for this device.")).toBeVisible();
    expect(await questions(page)).toBe(1);
  });

  test("subscribes on a first visit that begins with the settings too", async ({ page, larder }) => {
    await stubPush(page, "granted");
    await larder.open("/settings");
    await expect(page.getByText("Reminders aren't allowed on this device yet.")).toBeVisible();
    await page.getByRole("button", { name: "Allow on this device" }).click();
    await expect(page.getByText("Reminders are on for this device.")).toBeVisible();
  });

  test("does not appear after a refusal, and the settings show how to change it", async ({ page, larder }) => {
    await stubPush(page, "denied");
    await withFood(page, larder);
    await card(page).getByRole("button", { name: "Remind me" }).click();
    await expect(card(page)).toHaveCount(0);
    expect(await questions(page)).toBe(1);
    await page.goto("/settings");
    await expect(
      page.getByText(
        "Notifications are blocked for this site. Allow them in the browser's site settings, then come back.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Allow on this device" })).toHaveCount(0);
  });
});

test.describe("on an iPhone, in the browser", () => {
  test.use({
    installed: false,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  });

  test("explains that reminders need the installed app, in the card and the settings", async ({ page, larder }) => {
    // Safari knows push only in apps on the home screen.
    await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await page.clock.install();
    // No card is shown on the list, and so none counts as shown this week.
    await larder.open("/shopping-list");
    await larder.addItems([{ name: "Butter", left: 9 }]);
    await page.goto("/?tab=items");
    // One card asks at a time, on a slow machine the other one first: each has its turn when the one before it is
    // answered.
    const install = page.getByRole("complementary", { name: "Install App" });
    await expect(card(page).or(install)).toBeVisible();
    // Longer than the install card waits.
    await page.clock.fastForward(3_000);
    const later = install.getByRole("button", { name: "Not Now" });
    const isSlow = await install.isVisible();
    await expect(isSlow ? card(page) : install).toHaveCount(0);
    if (isSlow) await later.click();
    await expect(card(page)).toContainText("add Larder to the home screen first");
    await expect(card(page).getByRole("button", { name: "Remind me" })).toHaveCount(0);
    await card(page).getByRole("button", { name: "Hide" }).click();
    await expect(card(page)).toHaveCount(0);
    if (!isSlow) await later.click();
    await expect(install).toHaveCount(0);
    await page.goto("/settings");
    await expect(
      page.getByText("On iPhone and iPad, add Larder to the home screen first. You can then allow reminders there."),
    ).toBeVisible();
  });
});
