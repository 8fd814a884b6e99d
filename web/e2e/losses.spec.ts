import { files } from "./support/files";
import {
  choose,
  createGate,
  expect,
  expectToast,
  readDatabase,
  test,
  waitingChanges,
  writeCache,
} from "./support/larder";
import { expireToken, uidOf } from "./support/household";

// Regression tests: ways in which a larder or its unsent changes were lost.

type Page = import("@playwright/test").Page;

const status = (page: Page, text: string | RegExp) => page.getByRole("banner").getByRole("button", { name: text });

async function addByHand(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  for (const name of names) {
    await page.getByLabel("Item name").fill(name);
    await page.keyboard.press("Enter");
  }
}

test("replaces a lost account with a notice, keeping unsent changes and remembered lists", async ({
  page,
  context,
  larder,
}) => {
  await larder.open("/?tab=items", [{ name: "Butter", left: 9 }]);
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await expect(page.getByLabel("Item name")).toBeVisible();
  await writeCache(page);
  const before = await uidOf(page);
  await context.setOffline(true);
  await addByHand(page, "One", "Two", "Three", "Four", "Five");
  await expect(page.getByText("5 changes waiting to sync")).toBeVisible();
  await page.route("**/identity/v1/token", (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: "USER_NOT_FOUND" } } }),
  );
  await expireToken(page);
  await context.setOffline(false);
  const said = page.getByRole("alertdialog", { name: "Could not open your larder" });
  await expect(said).toContainText("1 item");
  await expect.poll(() => waitingChanges(page)).toBe(0);
  expect(await uidOf(page)).not.toBe(before);
  expect(await larder.names("/api/items")).toEqual(["Five", "Four", "One", "Three", "Two"]);
  // It stays until it is answered.
  await page.reload();
  await said.getByRole("button", { name: "Copy them" }).click();
  await expect.poll(() => larder.names("/api/items")).toEqual(["Butter", "Five", "Four", "One", "Three", "Two"]);
  await page.reload();
  await expect(page.getByLabel("Item name")).toBeVisible();
  await expect(said).toBeHidden();
});

test("isolates failing changes, which can be sent again or discarded", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  let isFailing = true;
  await page.route("**/api/items", (route) => {
    const body = route.request().method() === "POST" ? (route.request().postDataJSON() as { name: string }) : null;
    if (isFailing && body?.name === "Poison")
      return route.fulfill({ status: 500, json: { error: "internal", message: "Broken." } });
    if (isFailing && body?.name === "Refused")
      return route.fulfill({ status: 422, json: { error: "validation_failed", message: "Not that." } });
    return route.continue();
  });
  await addByHand(page, "Poison", "Refused", "Jam");
  await expect.poll(() => larder.names("/api/items")).toEqual(["Jam"]);
  await expectToast(page, "Failed to Add to Tracker");
  await status(page, /^(Syncing 1 change|1 change waiting to sync) · 1 change could not sync$/).click();
  const list = page.getByRole("dialog", { name: "Unsynced changes" });
  await expect(list.getByRole("listitem")).toHaveText([/Add Refused.*Not that\./, /Add Poison/]);
  await list.getByRole("button", { name: "Discard: Add Poison" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  isFailing = false;
  await list.getByRole("button", { name: "Try again: Add Refused" }).click();
  await expect(list.getByText("Everything has synced.")).toBeVisible();
  await expect.poll(() => larder.names("/api/items")).toEqual(["Jam", "Refused"]);
});

test("restores an item that was archived elsewhere before it sends its edit again", async ({ page, larder }) => {
  const [id] = await larder.open("/?tab=items", [{ name: "Butter", left: 9 }]);
  await choose(page, "Butter", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  await dialog.getByLabel("Item name").fill("Salted butter");
  await larder.call("PATCH", `/api/items/${id}/archive`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Failed to Update Item");
  await page.getByRole("button", { name: "1 change could not sync" }).click();
  const list = page.getByRole("dialog", { name: "Unsynced changes" });
  await expect(list.getByRole("listitem")).toContainText("Restore it first.");
  await list.getByRole("button", { name: "Restore & try again: Change Salted butter" }).click();
  await expect(list.getByText("Everything has synced.")).toBeVisible();
  await expect.poll(() => larder.names("/api/items")).toEqual(["Salted butter"]);
});

test("sends the changes of a tab that was left from another one", async ({ page, context, larder }) => {
  await larder.open("/?tab=scan");
  await page.route("**/api/items", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await page.getByLabel("Item name").fill("Jam");
  await page.keyboard.press("Enter");
  await expect.poll(() => waitingChanges(page)).toBe(1);
  const other = await context.newPage();
  await other.goto("/legal");
  await page.goto("/nowhere");
  await expect.poll(() => waitingChanges(other)).toBe(0);
  expect(await larder.names("/api/items")).toEqual(["Jam"]);
});

test.describe("a receipt's photo", () => {
  const scan = (page: Page) => page.locator("input[type=file]").setInputFiles(files.receipt);

  test("continues in the background and is announced once", async ({ page, larder }) => {
    await larder.open("/?tab=scan");
    const { opened, open } = createGate();
    let requests = 0;
    await page.route("**/api/extract", async (route) => {
      requests += 1;
      await opened;
      await route.continue();
    });
    await scan(page);
    await page.getByRole("button", { name: "Continue in background" }).click();
    await expect(page.getByRole("heading", { name: "Reading your receipt" })).toBeHidden();
    open();
    await expect(page.getByText("Receipt read")).toBeVisible({ timeout: 120_000 });
    const stored = await larder.call<unknown[]>("GET", "/api/items");
    expect(stored.length).toBeGreaterThan(3);
    await expect(page.getByText(`${stored.length} items found`)).toBeVisible();
    await expect(page.getByText("4 of 5 uploads remaining this month")).toBeVisible();
    expect([requests, await waitingChanges(page)]).toEqual([1, 0]);
  });

  test("keeps a receipt that could not be read after leaving the tab, until it is discarded", async ({
    page,
    larder,
  }) => {
    await larder.open("/?tab=scan");
    const { opened, open } = createGate();
    await page.route("**/api/extract", async (route) => {
      await opened;
      await route.fulfill({ status: 422, json: { error: "no_items_found", message: "We found no groceries." } });
    });
    await scan(page);
    await page.getByRole("tab", { name: "Archived" }).click();
    await expect(page.getByRole("tab", { name: "Archived", selected: true })).toBeVisible();
    open();
    await status(page, "1 change could not sync").click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toContainText("We found no groceries.");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Discard/ })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => waitingChanges(page)).toBe(0);
  });

  test("deletes a waiting receipt by 'Clear All Data', and otherwise only after a question", async ({
    page,
    larder,
  }) => {
    await larder.open("/?tab=scan");
    await page.route("**/api/extract", (route) => route.abort("connectionreset"));
    await scan(page);
    await expect(page.getByText("1 photo waiting. It will be read automatically.")).toBeVisible();
    await page.getByRole("button", { name: "Discard waiting photos" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await waitingChanges(page)).toBe(1);
    await page.goto("/settings");
    await page.getByRole("button", { name: "Clear All Data" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All Data" }).click();
    await expectToast(page, "Data cleared successfully");
    expect(await waitingChanges(page)).toBe(0);
  });
});

test("deletes the data in other tabs and on disk at sign-out", async ({ page, context, larder }) => {
  await larder.open("/?tab=items", [{ name: "Butter", left: 9 }]);
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await writeCache(page);
  const before = await uidOf(page);
  expect(await readDatabase(page, "values", `query-cache:${before}`)).toBeTruthy();
  const other = await context.newPage();
  await other.goto("/settings");
  await other.getByRole("button", { name: "Account & Statistics" }).click();
  await other.getByRole("button", { name: "Sign Out & Reset" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Sign Out & Reset" }).click();
  await expect(other.getByText("Signed out successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Butter" })).toBeHidden();
  await writeCache(page);
  const after = await uidOf(page);
  expect(after).not.toBe(before);
  expect(await readDatabase(page, "values", `query-cache:${before}`)).toBeUndefined();
  expect(JSON.stringify((await readDatabase(page, "values", `query-cache:${after}`)) ?? null)).not.toContain("Butter");
});

test("asks the browser to keep the data once there is some", async ({ page, larder }) => {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    navigator.storage.persist = async () => {
      (window as unknown as { asked: number }).asked += 1;
      return true;
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  await larder.open("/?tab=scan");
  // It looks for data in the last step of its start.
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName("idle-work").length)).toBe(1);
  expect(await asked()).toBe(0);
  await addByHand(page, "Jam");
  await expect.poll(asked).toBe(1);
});
