import { expect, test } from "./support/larder";

test.use({ serviceWorkers: "allow" });

type Page = import("@playwright/test").Page;

const titles = (page: Page) =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })));

/** Delivers a push as the browser's vendor would; there is no other way without its servers. */
async function push(page: Page, data: object): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  const registrationId = await registration;
  await client.send("ServiceWorker.deliverPushMessage", { origin: new URL(page.url()).origin, registrationId, data: JSON.stringify(data) });
  await client.detach();
}

/** A tap on the notification, or on one of its buttons. */
async function tap(page: Page, action: string): Promise<void> {
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error("no service worker");
  await worker.evaluate(async (name) => {
    // The worker's own types are not this file's.
    const scope = self as unknown as EventTarget & { registration: ServiceWorkerRegistration; NotificationEvent: new (type: string, init: object) => Event };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("no notification");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification, action: name }));
  }, action);
}

test("a reminder names what is due, takes 'Used' and 'Tossed' for an answer, and leads to the list", async ({ page, context, kitchen }) => {
  await context.grantPermissions(["notifications"]);
  await kitchen.open("/?tab=scan");
  const [milk, ham] = await kitchen.stock([{ name: "Milk", left: 0.5 }, { name: "Ham", left: 1.5, category: "Meat" }, { name: "Cheddar", left: 11 }]);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
  await push(page, {
    title: "Before it spoils", body: "2 things to eat today: Milk, Ham", tag: "due-2026-11-21", url: "/?tab=items&due=1", count: 2,
    items: [{ id: milk, name: "Milk" }, { id: ham, name: "Ham" }],
  });
  await expect.poll(() => titles(page)).toEqual([{ title: "Before it spoils", body: "2 things to eat today: Milk, Ham", tag: "due-2026-11-21" }]);

  await tap(page, "used");
  // It goes on with what is left, and the answer is on its way through the outbox.
  await expect.poll(() => titles(page)).toMatchObject([{ body: "1 thing to eat today: Ham" }]);
  await expect.poll(() => kitchen.call<object[]>("GET", "/api/items/archived")).toMatchObject([{ id: milk, itemStatus: "archived", outcome: "used" }]);

  await tap(page, "");
  await expect(page).toHaveURL(/due=1/);
  await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Ham"]);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Ham", "Cheddar"]);
});

test("a push that cannot be read is shown all the same, since a silent one costs the permission", async ({ page, context, kitchen }) => {
  await context.grantPermissions(["notifications"]);
  await kitchen.open("/?tab=items");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
  await push(page, { nonsense: true });
  await expect.poll(() => titles(page)).toMatchObject([{ title: "Before it spoils", body: "Something wants to be eaten soon." }]);
});
