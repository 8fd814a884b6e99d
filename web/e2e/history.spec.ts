import { expect, seeToast, test } from "./support/larder";

const session = {
  id: "0199aa11-0000-7000-8000-000000000001",
  userId: "me",
  scannedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  itemCount: 2,
};
const item = (name: string, itemStatus: string) => ({
  id: `0199aa11-0000-7000-8000-0000000000${name.length}0`,
  userId: "me",
  scanSessionId: session.id,
  name,
  category: "Dairy",
  quantity: 1,
  unit: "item",
  shelfLifeDays: 7,
  createdAt: session.scannedAt,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  status: "soon",
  itemStatus,
});

test.describe("a scanned receipt", () => {
  test.beforeEach(async ({ page, kitchen }) => {
    await page.route("**/api/scan-sessions", (route) => route.fulfill({ json: [session] }));
    await kitchen.open("/?tab=history");
  });

  test("shows its number, age, count and 'Historical'", async ({ page }) => {
    const card = page.getByRole("button", { name: /Receipt Scan #0199aa11/, expanded: false });
    await expect(card).toContainText("3 hours ago");
    await expect(card).toContainText("2 items found");
    await expect(card).toContainText("Historical");
    await expect(page.getByText("1 scan", { exact: true })).toBeVisible();
  });

  test("expands to its items with tags, and loads them only then", async ({ page }) => {
    let asked = 0;
    await page.route("**/api/scan-sessions/*/all-items", (route) => {
      asked += 1;
      return route.fulfill({ json: [item("Ham", "active"), item("Milk", "archived"), item("Bread", "deleted")] });
    });
    expect(asked).toBe(0);
    await page.getByRole("button", { name: /Receipt Scan #0199aa11/, expanded: false }).click();
    const row = (name: string) => page.getByRole("listitem").filter({ hasText: name }).last();
    await expect(row("Milk")).toContainText("Archived");
    await expect(row("Bread")).toContainText("Deleted");
    await expect(row("Ham")).not.toContainText(/Archived|Deleted/);
    expect(asked).toBe(1);
  });

  test("without items: 'No items found for this scan session'", async ({ page }) => {
    await page.route("**/api/scan-sessions/*/all-items", (route) => route.fulfill({ json: [] }));
    await page.getByRole("button", { name: /Receipt Scan #0199aa11/, expanded: false }).click();
    await expect(page.getByText("No items found for this scan session")).toBeVisible();
  });

  for (const [button, path, done, title, failed] of [
    [
      "Re-add Items",
      "**/api/re-add-items",
      "Added to Larder",
      "Failed to Add to Tracker",
      "Could not re-add items from previous scan. Please try again.",
    ],
    [
      "Add to Shopping List",
      "**/add-to-shopping-list",
      "Added to Shopping List",
      "Failed to Add to Shopping List",
      "Could not add items to shopping list. Please try again.",
    ],
  ] as const) {
    test(`${button}: '${done}', or why not`, async ({ page }) => {
      await page.route(path, (route) => route.fulfill({ json: { message: "2 items." } }), { times: 1 });
      await page.getByRole("button", { name: new RegExp(`^${button}: `) }).click();
      const toast = page.getByRole("region", { name: /Notifications/ });
      await expect(toast).toContainText(done);
      await page.route(path, (route) =>
        route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } }),
      );
      await page.getByRole("button", { name: new RegExp(`^${button}: `) }).click();
      await expect(toast).toContainText(title);
      await expect(toast).toContainText(failed);
    });
  }
});

test("Archived & Deleted Items: badges, Restore, undo, loaded on that tab only", async ({ page, kitchen }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await kitchen.open("/?tab=items");
  const [ham, milk] = await kitchen.stock([
    { name: "Ham", left: 3, category: "Meat" },
    { name: "Milk", left: 3 },
  ]);
  await kitchen.call("PATCH", `/api/items/${ham}/archive`);
  await kitchen.call("PATCH", `/api/items/${milk}/delete`);
  expect(asked).not.toContain("/api/items/archived");
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page.getByRole("heading", { name: "Archived & Deleted Items" })).toBeVisible();
  const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(row("Ham")).toContainText("Archived");
  await expect(row("Ham")).toContainText("Meat · 1 item");
  await expect(row("Milk")).toContainText("Deleted");
  await page.getByRole("button", { name: "Restore Ham" }).click();
  await expect(row("Ham")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row("Ham")).toContainText("Archived");
});

test("a refused restore is undone and announced: 'Failed to Restore'", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=scan");
  const [ham] = await kitchen.stock([{ name: "Ham", left: 3, category: "Meat" }]);
  await kitchen.call("PATCH", `/api/items/${ham}/archive`);
  await page.getByRole("tab", { name: "Archived" }).click();
  await page.route("**/api/items/*/restore", (route) =>
    route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } }),
  );
  await page.getByRole("button", { name: "Restore Ham" }).click();
  await seeToast(page, "Failed to Restore");
  await expect(page.getByText("Not found.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore Ham" })).toBeVisible();
});

test("the archive: search, the day, and several at once with one undo", async ({ page, kitchen }) => {
  await kitchen.open("/");
  const ids = await kitchen.stock([
    { name: "Ham", left: 3 },
    { name: "Crème fraîche", left: 5 },
    { name: "Eggs", left: 9 },
  ]);
  for (const id of ids) await kitchen.call("PATCH", `/api/items/${id}/archive`);
  await page.goto("/?tab=archived");
  const rows = page.getByRole("list", { name: "Archived and deleted items" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  const today = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short" }).format(new Date());
  await expect(rows.first()).toContainText(today);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.keyboard.type("creme");
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("1 match")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows).toHaveCount(3);
  const outcomes = async () =>
    (await kitchen.call<{ name: string; outcome: string | null }[]>("GET", "/api/items/archived"))
      .map(({ name, outcome }) => `${name} ${outcome ?? "none"}`)
      .sort();
  await page.getByRole("button", { name: "Select several" }).click();
  await page.getByRole("checkbox", { name: "Ham" }).check();
  await page.getByRole("checkbox", { name: "Eggs" }).check();
  await page.getByRole("button", { name: "Used up" }).click();
  await expect.poll(outcomes).toEqual(["Crème fraîche none", "Eggs used", "Ham used"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(outcomes).toEqual(["Crème fraîche none", "Eggs none", "Ham none"]);
  await page.getByRole("button", { name: "Select several" }).click();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.poll(async () => (await kitchen.call<unknown[]>("GET", "/api/items")).length).toBe(3);
});

test("an item that expired two days ago is in Archived as deleted", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([
    { name: "Old lettuce", left: -2.01, category: "Vegetable" },
    { name: "Lettuce", left: -1.9, category: "Vegetable" },
  ]);
  await page.reload();
  await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Lettuce"]);
  await page.getByRole("tab", { name: "Archived" }).click();
  const old = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Old lettuce" }) });
  await expect(old).toContainText("Deleted");
  // A restored item gets two more days, and its date stays unchanged.
  await page.getByRole("button", { name: "Restore Old lettuce" }).click();
  await page.getByRole("tab", { name: "My Items" }).click();
  await expect(old).toContainText("Expired 2 days ago");
  await expect.poll(async () => (await kitchen.call<unknown[]>("GET", "/api/items")).length).toBe(2);
});

test("returning to the page refetches items and shopping list, not the history", async ({ page, kitchen }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const times = (path: string) => asked.filter((other) => other === path).length;
  const lookBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await kitchen.open("/?tab=history");
  await expect(page.getByRole("heading", { name: "No receipts yet" })).toBeVisible();
  await lookBack();
  await page.getByRole("tab", { name: "My Items" }).click();
  await expect(page.getByRole("heading", { name: "Your larder is empty" })).toBeVisible();
  const items = times("/api/items");
  await lookBack();
  await expect.poll(() => times("/api/items")).toBe(items + 1);
  await page.goto("/shopping-list?view=list");
  await expect(page.getByText("No items in your shopping list")).toBeVisible();
  const list = times("/api/shopping-list");
  await lookBack();
  await expect.poll(() => times("/api/shopping-list")).toBe(list + 1);
  expect(times("/api/scan-sessions")).toBe(1);
});
