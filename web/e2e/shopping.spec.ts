import { choose, chooseClearAll, closeToast, drag, expect, expectToast, listRow, swipe, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** Returns the front of a row, which a drag grabs. */
const front = (page: Page, name: string) => listRow(page, name).locator("> div").last();

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Item name").fill(name);
  await page.getByRole("button", { name: "Add Item" }).click();
  await expect(listRow(page, name)).toBeVisible();
  // On a phone the toast covers the end of the list, and a drag there would move the toast.
  await expectToast(page, "Item Added");
  await closeToast(page);
}

test(
  "shows twelve categories, one open at a time; adds a common item with its unit and category",
  { tag: "@main" },
  async ({ page, larder }) => {
    await larder.open("/shopping-list");
    await expect(page.getByRole("heading", { name: "Shopping List", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Browse", exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("heading", { name: "Browse Common Items" })).toBeVisible();
    const categories = page.getByRole("button", { name: /\d+ items$/ });
    await expect(categories).toHaveCount(12);
    await categories.nth(0).click();
    await expect(categories.nth(0)).toHaveAttribute("aria-expanded", "true");
    await categories.nth(2).click();
    await expect(categories.nth(0)).toHaveAttribute("aria-expanded", "false");
    await expect(categories.nth(2)).toHaveAttribute("aria-expanded", "true");
    await categories.nth(2).click();
    await expect(categories.nth(2)).toHaveAttribute("aria-expanded", "false");
    await page.getByRole("button", { name: /^Dairy & Eggs/ }).click();
    await page.getByRole("button", { name: "Add Milk, 1 gallon" }).click();
    await expect(page.getByText("Item Added", { exact: true })).toBeVisible();
    await expect(page.getByText("Item has been added to your shopping list.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Current List (1 item)" })).toBeVisible();
    await expect
      .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Milk", quantity: 1, unit: "gallon", category: "Dairy & Eggs", isCompleted: false }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: "Current List (0 items)" })).toBeVisible();
  },
);

test.describe("My List", () => {
  test.beforeEach(async ({ larder }) => {
    await larder.open("/shopping-list?view=list");
  });

  test(
    "adds, notes, deletes, ticks and clears a row; confirms and can undo each",
    { tag: "@main" },
    async ({ page, larder }) => {
      await expect(page.getByText("No items in your shopping list")).toBeVisible();
      await page.getByRole("button", { name: "Add Item" }).click();
      await expect(page.getByRole("alert")).toContainText("Missing Information");
      await expect(page.getByRole("alert")).toContainText("Please enter an item name.");
      await expect(page.getByLabel("Item name")).toBeFocused();
      await page.getByRole("button", { name: "Amount, category and notes" }).click();
      await page.getByRole("button", { name: /^Category and notes/ }).click();
      await page.getByLabel("Notes").fill("the dark one");
      await page.getByLabel("Category", { exact: true }).selectOption("Bread & Bakery");
      await add(page, "Rye bread");
      await expect(listRow(page, "Rye bread")).toContainText("the dark one");
      await expect(listRow(page, "Rye bread")).toContainText("Bread & Bakery");
      await expect(listRow(page, "Rye bread")).toContainText("Swipe right to add to tracker →");
      await chooseClearAll(page);
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText(
        "Are you sure you want to clear your entire shopping list? This cannot be undone.",
      );
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(listRow(page, "Rye bread")).toBeVisible();
      await chooseClearAll(page);
      await question.getByRole("button", { name: "Clear All" }).click();
      await expect(page.getByText("No items in your shopping list")).toBeVisible();
      await expectToast(page, "Shopping List Cleared");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(listRow(page, "Rye bread")).toBeVisible();
      await choose(page, "Rye bread", "Delete");
      await expect(page.getByText("No items in your shopping list")).toBeVisible();
      await closeToast(page);

      await add(page, "Butter");
      await add(page, "Oats");
      await choose(page, "Butter", "Delete");
      await expect(listRow(page, "Butter")).toHaveCount(0);
      await expectToast(page, "Item Removed");
      await expect(page.getByText("Item has been removed from your shopping list.")).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      const rows = page.getByRole("list", { name: "Shopping list" }).getByRole("heading");
      await expect(rows).toHaveText(["Butter", "Oats"]);
      await expect.poll(() => larder.names("/api/shopping-list")).toEqual(["Butter", "Oats"]);
      await choose(page, "Oats", "Delete");
      await expect(listRow(page, "Oats")).toHaveCount(0);
      await closeToast(page);

      await page.getByRole("checkbox", { name: "Butter" }).click();
      await expect(page.getByText("No pending items")).toBeVisible();
      // A tap within 0.4 s after the row left is ignored: it may have been meant for the row.
      await expect(async () => {
        await page.getByRole("button", { name: "Show Completed (1)" }).click({ timeout: 1_000 });
        await expect(page.getByRole("button", { name: "Hide Completed (1)" })).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(listRow(page, "Butter").getByRole("heading")).toHaveCSS("text-decoration-line", "line-through");
      await page.getByRole("button", { name: "Clear Completed" }).click();
      await expectToast(page, "Completed Items Cleared");
      await expect(page.getByText("All completed items have been removed.")).toBeVisible();
      await expect(page.getByText("No items in your shopping list")).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("No pending items")).toBeVisible();
      await expect
        .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
        .toMatchObject([{ name: "Butter", isCompleted: true }]);
    },
  );

  for (const [way, move] of [
    ["mouse", drag],
    ["finger", swipe],
  ] as const) {
    test(`adds to the tracker by a ${way} of more than 100 px; does not move a completed row`, async ({
      page,
      larder,
    }) => {
      await add(page, "Milk");
      await move(page, front(page, "Milk"), 101);
      await expect(listRow(page, "Milk")).toHaveCount(0);
      await expect
        .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/items"))
        .toMatchObject([{ name: "Milk", shelfLifeDays: 5, scanSessionId: null }]);
      await expect
        .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
        .toMatchObject([{ name: "Milk", isCompleted: true }]);
      await page.getByRole("button", { name: "Show Completed (1)" }).click();
      const moved = front(page, "Milk").evaluate(
        (element) =>
          new Promise<boolean>((resolve) => {
            element.addEventListener("pointermove", () =>
              requestAnimationFrame(() => resolve(element.style.transform !== "")),
            );
          }),
      );
      await move(page, front(page, "Milk"), 150);
      expect(await moved).toBe(false);
    });
  }
});

test("undoes a refused change, and announces it with the server's message", async ({ page, larder }) => {
  await larder.openList({ name: "Milk" });
  await expect(listRow(page, "Milk")).toBeVisible();
  // What was bought goes to the larder, and only that fails: the list row returns anyway.
  await page.route("**/api/items", (route) =>
    route.request().method() === "GET"
      ? route.continue()
      : route.fulfill({ status: 422, json: { error: "validation_failed", message: "That is not possible just now." } }),
  );
  await choose(page, "Milk", "Add to Tracker");
  await expectToast(page, "Failed to Add to Tracker");
  await expect(page.getByText("That is not possible just now.")).toBeVisible();
  await expect(listRow(page, "Milk").getByRole("checkbox")).toHaveAttribute("aria-checked", "false");
});
