import { uidOf } from "./support/household";
import { delayRequests, expect, expectAccessible, test } from "./support/larder";

test("changes whether and at which hour reminders come", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/settings");
  await expect(page.getByRole("switch", { name: "Push notifications" })).toBeChecked();
  const hour = page.getByLabel("Time of day");
  await expect(hour).toHaveValue("09:00");
  await expect(hour.locator("option")).toHaveCount(16);
  await expect(hour.locator("option").first()).toHaveAttribute("value", "06:00");
  await expect(hour.locator("option").last()).toHaveAttribute("value", "21:00");
  await expect(page.getByText("The larder's time zone: Europe/Berlin")).toBeVisible();
  await hour.selectOption("18:00");
  await expect
    .poll(() => larder.call("GET", "/api/preferences"))
    .toMatchObject({ notificationTime: "18:00", timeZone: "Europe/Berlin" });
  await page.getByRole("switch", { name: "Push notifications" }).uncheck();
  await expect.poll(() => larder.call("GET", "/api/preferences")).toMatchObject({ pushNotificationsEnabled: false });
});

test("keeps language and theme after a reload", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/settings");
  await page.getByLabel("Language", { exact: true }).selectOption({ label: "Français" });
  await expect(page.getByRole("heading", { name: "Réglages" })).toBeVisible();
  await page.getByLabel("Langue", { exact: true }).selectOption({ label: "Deutsch" });
  await page.getByRole("button", { name: "Dunkel" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("downloads an export as a JSON file and one as a CSV file", async ({ page, larder }) => {
  await larder.open("/settings");
  for (const [button, end] of [
    ["Export everything (JSON)", ".json"],
    ["Export items (CSV)", ".csv"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    expect((await download).suggestedFilename().endsWith(end)).toBe(true);
  }
});

test("clears all data after a question", async ({ page, larder }) => {
  await larder.open("/settings");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const clear = async () => {
    await page.getByRole("main").getByRole("button", { name: "Clear All Data" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Are you sure you want to clear all your data? This cannot be undone.");
    await question.getByRole("button", { name: "Clear All Data" }).click();
  };
  await page.route(
    "**/api/user/clear-all-data",
    (route) => route.fulfill({ status: 500, json: { error: "internal", message: "No." } }),
    { times: 1 },
  );
  await clear();
  await expect(page.getByText("Failed to clear data")).toBeVisible();
  await expect(page.getByText("There was an error clearing your data. Please try again.")).toBeVisible();
  await clear();
  await expect(page.getByText("Data cleared successfully")).toBeVisible();
  expect(await larder.call("GET", "/api/items")).toEqual([]);
  // The server learns the time zone again.
  await expect
    .poll(async () => (await larder.call<{ timeZone: string | null }>("GET", "/api/preferences")).timeZone)
    .toBe("Europe/Berlin");
});

test("shows the account, and replaces it by a new one on request", async ({ page, larder }) => {
  await larder.open("/?tab=items", [
    { name: "Ham", left: 1 },
    { name: "Milk", left: 9 },
    { name: "Lettuce", left: -1 },
  ]);
  const uid = (await uidOf(page)) ?? "";
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
  expect(await uidOf(page)).not.toBe(uid);
});

test.describe("the install prompt", () => {
  test.use({ installed: false });
  const card = (page: import("@playwright/test").Page) => page.getByRole("complementary", { name: "Install App" });

  test("closes with Not Now until the next load", async ({ page }) => {
    await page.goto("/legal");
    await expect(card(page)).toContainText("Get quick access with offline support");
    await expectAccessible(page);
    await card(page).getByRole("button", { name: "Not Now" }).click();
    await expect(card(page)).toHaveCount(0);
    expect(Number(await page.evaluate(() => localStorage.getItem("pwa-install-dismissed")))).toBeGreaterThan(0);
    await page.reload();
    await expect(card(page)).toBeVisible();
  });

  test("appears only after an open dialog closes", async ({ page }) => {
    // The card's code arrives once the dialog is open, however slow the machine is; by then its two seconds may be
    // over.
    const code = page.waitForResponse("**/assets/app-more-*.js");
    const arrive = await delayRequests(page, "**/assets/app-more-*.js");
    await page.clock.install();
    await page.goto("/legal");
    await page.getByRole("button", { name: "Account & Statistics" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    arrive();
    await code;
    // Longer than the card waits, and than it takes to look again.
    await page.clock.fastForward(3_000);
    await expect(page.locator("aside")).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toBeVisible();
  });
});
