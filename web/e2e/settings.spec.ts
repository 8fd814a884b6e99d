import { expect, seeToast, test } from "./support/larder";

test("notifications: on at 09:00 by default, hourly from 06:00 to 21:00, and kept", async ({ page, kitchen }) => {
  await kitchen.open("/settings");
  await expect(page.getByRole("switch", { name: "Push Notifications" })).toBeChecked();
  const hour = page.getByLabel("Time of Day");
  await expect(hour).toHaveValue("09:00");
  await expect(hour.locator("option")).toHaveCount(16);
  await expect(hour.locator("option").first()).toHaveAttribute("value", "06:00");
  await expect(hour.locator("option").last()).toHaveAttribute("value", "21:00");
  await expect(page.getByText("Your time zone: Europe/Berlin")).toBeVisible();
  await hour.selectOption("18:00");
  await expect
    .poll(() => kitchen.call("GET", "/api/preferences"))
    .toMatchObject({ notificationTime: "18:00", timeZone: "Europe/Berlin" });
  await page.getByRole("switch", { name: "Push Notifications" }).uncheck();
  await expect.poll(() => kitchen.call("GET", "/api/preferences")).toMatchObject({ pushNotificationsEnabled: false });
});

for (const [locale, delivered, checked] of [
  ["en-US", "Last reminder 2 hours ago.", "Last checked 3 hours ago."],
  ["de-DE", "Letzte Erinnerung vor 2 Stunden.", "Zuletzt geprüft vor 3 Stunden."],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test("shows when a reminder was last delivered, or last checked", async ({ page, kitchen }) => {
      const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
      let lastDeliveredAt: string | null = null;
      await page.route("**/api/preferences", (route) =>
        route.fulfill({
          json: {
            id: "1",
            userId: "me",
            pushNotificationsEnabled: true,
            notificationTime: "09:00",
            lastNotificationCheck: ago(3),
            lastDeliveredAt,
          },
        }),
      );
      await kitchen.open("/settings");
      await expect(page.getByText(checked)).toBeVisible();
      lastDeliveredAt = ago(2);
      await page.reload();
      await expect(page.getByText(delivered)).toBeVisible();
      await expect(page.getByText(checked)).toHaveCount(0);
    });
  });
}

test("failures to load, change or check preferences show messages", async ({ page, kitchen }) => {
  await page.route("**/api/preferences", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ status: 500, json: { error: "internal", message: "No." } })
      : route.fulfill({ status: 422, json: { error: "validation_failed", message: "No." } }),
  );
  await page.route("**/api/check-notifications", (route) =>
    route.fulfill({ status: 500, json: { error: "internal", message: "No." } }),
  );
  await kitchen.open("/settings");
  await expect(page.getByText("Could not load notification preferences. Using default settings.")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Push Notifications" })).toBeChecked();
  await page.getByLabel("Time of Day").selectOption("07:00");
  await expect(page.getByText("Failed to update notification settings.")).toBeVisible();
  await page.getByRole("button", { name: "Send a Test" }).click();
  await expect(page.getByText("Failed to check notifications.")).toBeVisible();
});

test("language and theme follow the choice and outlive a reload", async ({ page, kitchen }) => {
  await kitchen.open("/settings");
  await page.getByLabel("Language", { exact: true }).selectOption({ label: "Français" });
  await expect(page.getByRole("heading", { name: "Réglages" })).toBeVisible();
  await page.getByLabel("Langue", { exact: true }).selectOption({ label: "Deutsch" });
  await page.getByRole("button", { name: "Dunkel" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("exports everything as JSON and the items as CSV", async ({ page, kitchen }) => {
  await kitchen.open("/settings");
  for (const [button, end] of [
    ["Export Everything (JSON)", ".json"],
    ["Export Items (CSV)", ".csv"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    expect((await download).suggestedFilename().endsWith(end)).toBe(true);
  }
});

test("clearing all data asks, clears and confirms; a failure shows a message", async ({ page, kitchen }) => {
  await kitchen.open("/settings");
  await kitchen.stock([{ name: "Butter", left: 9 }]);
  const clear = async () => {
    await page.getByRole("main").getByRole("button", { name: "Clear All Data" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Are you sure you want to clear all your data? This cannot be undone.");
    await question.getByRole("button", { name: "Clear All Data" }).click();
  };
  await page.route(
    "**/api/user/clear-all-data",
    (route) => route.fulfill({ status: 503, json: { error: "unavailable", message: "No." } }),
    { times: 1 },
  );
  await clear();
  await expect(page.getByText("Failed to clear data")).toBeVisible();
  await expect(page.getByText("There was an error clearing your data. Please try again.")).toBeVisible();
  await clear();
  await expect(page.getByText("Data cleared successfully")).toBeVisible();
  expect(await kitchen.call("GET", "/api/items")).toEqual([]);
});

test("Account & Statistics: the id's last eight characters, the counts, and a new account on request", async ({
  page,
  kitchen,
}) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([
    { name: "Ham", left: 1 },
    { name: "Milk", left: 9 },
    { name: "Lettuce", left: -1 },
  ]);
  await page.reload();
  const uid = await page.evaluate(
    () => (JSON.parse(localStorage.getItem("larder.session") ?? "{}") as { uid: string }).uid,
  );
  await page.getByRole("button", { name: "Account & Statistics" }).click();
  const dialog = page.getByRole("dialog", { name: "Account & Statistics" });
  await expect(dialog.getByText(uid.slice(-8), { exact: true })).toBeVisible();
  await expect(dialog.getByText("Account Type: Anonymous")).toBeVisible();
  for (const [name, value] of [
    ["Total Items", "3"],
    ["Receipt Scans", "0"],
    ["Fresh Items", "1"],
    ["Soon to Expire", "1"],
    ["Expired Items", "1"],
  ] as const) {
    await expect(dialog.locator("dl > div").filter({ hasText: name }).locator("dd")).toHaveText(value);
  }
  await page.route("**/accounts:delete*", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  const leave = async () => {
    await dialog.getByRole("button", { name: "Sign Out & Reset" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out & Reset" }).click();
  };
  await leave();
  await expect(page.getByText("Sign out failed")).toBeVisible();
  await expect(page.getByText("There was an error signing out. Please try again.")).toBeVisible();
  await leave();
  await expect(page.getByText("Signed out successfully")).toBeVisible();
  expect(
    await page.evaluate(() => (JSON.parse(localStorage.getItem("larder.session") ?? "{}") as { uid: string }).uid),
  ).not.toBe(uid);
});

test("'Loading...' in place of the id while the account is created", async ({ page }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/identity/v1/accounts:signUp**", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto("/legal");
  await page.getByRole("button", { name: "Account & Statistics" }).click();
  const dialog = page.getByRole("dialog", { name: "Account & Statistics" });
  await expect(dialog.getByText("Loading...", { exact: true })).toBeVisible();
  answer();
  await expect(dialog.locator("code")).toHaveText(/^[0-9a-zA-Z-]{8}$/);
  await expect(dialog.getByText("Loading...", { exact: true })).toHaveCount(0);
});

test("without an account nothing can be changed: 'No authentication token'", async ({ page }) => {
  await page.route("**/identity/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/settings");
  await seeToast(page, "Authentication Error");
  await page.getByRole("button", { name: "Send a Test" }).click();
  await seeToast(page, "Failed to check notifications.");
  await expect(page.getByText("No authentication token")).toBeVisible();
});

test("the legal notice exists in both languages and leads back", async ({ page }) => {
  await page.goto("/legal");
  for (const heading of [
    "Provider Identification",
    "Content Disclaimer",
    "AI Predictions Disclaimer",
    "External Links Disclaimer",
    "Copyright",
    "Angaben zum Anbieter",
    "Haftung für KI-Schätzungen",
  ]) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
  await expect(
    page.getByText(/AI-based estimates and serve educational and non-commercial purposes only/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Back to App" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe("the install prompt", () => {
  test.use({ installed: false });
  const card = (page: import("@playwright/test").Page) => page.getByRole("complementary", { name: "Install App" });

  test("appears after two seconds, closes with Not Now, and appears again on the next load", async ({ page }) => {
    await page.goto("/legal");
    await expect(card(page)).toContainText("Get quick access with offline support");
    await card(page).getByRole("button", { name: "Not Now" }).click();
    await expect(card(page)).toHaveCount(0);
    expect(Number(await page.evaluate(() => localStorage.getItem("pwa-install-dismissed")))).toBeGreaterThan(0);
    await page.reload();
    await expect(card(page)).toBeVisible();
  });

  test("goes with the close button too, and stores when", async ({ page }) => {
    await page.goto("/legal");
    const before = Date.now();
    await card(page).getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toHaveCount(0);
    expect(Number(await page.evaluate(() => localStorage.getItem("pwa-install-dismissed")))).toBeGreaterThanOrEqual(
      before,
    );
  });

  test("comes two seconds after the page has loaded, not sooner", async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector("#install-title") && !Reflect.has(window, "appeared"))
          Object.assign(window, { appeared: performance.now() });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/legal");
    await expect(card(page)).toBeVisible();
    const after = await page.evaluate(
      () =>
        Number(Reflect.get(window, "appeared")) -
        (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventEnd,
    );
    // Timers may be a millisecond early by this clock.
    expect(after).toBeGreaterThanOrEqual(1_998);
  });

  test("appears only after an open dialog closes", async ({ page }) => {
    // The card's code arrives once the dialog is open, however slow the machine is; by then its two seconds may be
    // over.
    let arrive: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (arrive = resolve));
    const code = page.waitForResponse("**/assets/InstallPrompt-*.js");
    await page.route("**/assets/InstallPrompt-*.js", async (route) => {
      await wait;
      await route.continue();
    });
    await page.clock.install();
    await page.goto("/legal");
    await page.getByRole("button", { name: "Account & Statistics" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    arrive();
    await code;
    // Longer than the card waits, and than it takes to look again.
    await page.clock.fastForward(3_000);
    await expect(page.locator("#install-title")).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toBeVisible();
  });

  test("without a prompt of the browser it tells the steps", async ({ page }) => {
    await page.goto("/legal");
    await card(page).getByRole("button", { name: "Install", exact: true }).click();
    await expect(page.getByRole("alertdialog").getByRole("listitem")).toHaveText([
      "Open the browser menu",
      "Select 'Install app' or 'Add to home screen'",
      "Follow the prompts",
    ]);
  });

  test("a failed prompt shows manual steps; an accepted one hides the card", async ({ page }) => {
    const offer = (fails: boolean) =>
      page.evaluate((broken) => {
        const event = Object.assign(new Event("beforeinstallprompt"), {
          prompt: () => (broken ? Promise.reject(new Error("no")) : Promise.resolve()),
          userChoice: Promise.resolve({ outcome: "accepted" }),
        });
        window.dispatchEvent(event);
      }, fails);
    await page.goto("/legal");
    await expect(card(page)).toBeVisible();
    await offer(true);
    await card(page).getByRole("button", { name: "Install", exact: true }).click();
    await expect(page.getByRole("alertdialog")).toContainText(
      "open the browser menu and choose 'Install app' or 'Add to home screen'",
    );
    await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await offer(false);
    await card(page).getByRole("button", { name: "Install", exact: true }).click();
    await expect(card(page)).toHaveCount(0);
  });

  test.describe("on an iPhone", () => {
    test.use({
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    });
    test("it points to Safari's Share button", async ({ page }) => {
      await page.goto("/legal");
      await expect(card(page)).toContainText("Use Safari's Share button and 'Add to Home Screen'");
      await card(page).getByRole("button", { name: "Show How" }).click();
      await expect(page.getByRole("alertdialog").getByRole("listitem")).toHaveText([
        "Tap Share in Safari",
        "Select 'Add to Home Screen'",
        "Tap 'Add'",
      ]);
    });
  });
});

test("an app that runs installed is not asked to be installed", async ({ page }) => {
  await page.clock.install();
  await page.goto("/legal");
  await expect(page.getByRole("heading", { name: "Provider Identification" })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByRole("complementary", { name: "Install App" })).toHaveCount(0);
});
