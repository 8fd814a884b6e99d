import { choose, chooseClearAll, drag, expect, expectToast, listRow, swipe, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** Returns the front of a row, which a drag grabs. */
const front = (page: Page, name: string) => listRow(page, name).locator(".draggable");

test("opens one of twelve categories at a time", async ({ page, larder }) => {
  await larder.open("/shopping-list");
  const categories = page.getByRole("button", { name: /\d+ items$/ });
  await expect(categories).toHaveCount(12);
  await categories.nth(0).click();
  await expect(categories.nth(0)).toHaveAttribute("aria-expanded", "true");
  await categories.nth(2).click();
  await expect(categories.nth(0)).toHaveAttribute("aria-expanded", "false");
  await expect(categories.nth(2)).toHaveAttribute("aria-expanded", "true");
  await categories.nth(2).click();
  await expect(categories.nth(2)).toHaveAttribute("aria-expanded", "false");
});

test("adds a common item with its unit and category", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/shopping-list");
  await page.getByRole("button", { name: /^Dairy & Eggs/ }).click();
  await page.getByRole("button", { name: "Add Milk, 1 gallon" }).click();
  await expect(page.getByText("Item Added", { exact: true })).toBeVisible();
  await expect(page.getByText("Item has been added to your shopping list.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Current List (1 item)" })).toBeVisible();
  await expect
    .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
    .toMatchObject([{ name: "Milk", quantity: 1, unit: "gallon", category: "Dairy & Eggs", isCompleted: false }]);
});

test.describe("My List", () => {
  test("asks for the name of a row", async ({ page, larder }) => {
    await larder.openList();
    await expect(page.getByText("No items in your shopping list")).toBeVisible();
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(page.getByRole("alert")).toContainText("Missing Information");
    await expect(page.getByRole("alert")).toContainText("Please enter an item name.");
    await expect(page.getByLabel("Item name")).toBeFocused();
  });

  test("adds a row with its category and notes", { tag: "@main" }, async ({ page, larder }) => {
    await larder.openList();
    await page.getByRole("button", { name: "Amount, category and notes" }).click();
    await page.getByRole("button", { name: /^Category and notes/ }).click();
    await page.getByLabel("Notes").fill("the dark one");
    await page.getByLabel("Category", { exact: true }).selectOption("Bread & Bakery");
    await page.getByLabel("Item name").fill("Rye bread");
    await page.getByRole("button", { name: "Add Item" }).click();
    await expectToast(page, "Item Added");
    for (const text of ["the dark one", "Bread & Bakery", "Swipe right to add to tracker →"])
      await expect(listRow(page, "Rye bread")).toContainText(text);
  });

  test("clears the list after a question, and restores it by Undo", { tag: "@main" }, async ({ page, larder }) => {
    await larder.openList({ name: "Butter" }, { name: "Oats" });
    const rows = page.getByRole("list", { name: "Shopping list" }).getByRole("heading");
    await chooseClearAll(page);
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "Are you sure you want to clear your entire shopping list? This cannot be undone.",
    );
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(rows).toHaveText(["Butter", "Oats"]);
    await chooseClearAll(page);
    await question.getByRole("button", { name: "Clear All" }).click();
    await expect(page.getByText("No items in your shopping list")).toBeVisible();
    await expectToast(page, "Shopping List Cleared");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rows).toHaveText(["Butter", "Oats"]);
    await expect.poll(() => larder.names("/api/shopping-list")).toEqual(["Butter", "Oats"]);
  });

  test("shows a ticked row as completed", { tag: "@main" }, async ({ page, larder }) => {
    await larder.openList({ name: "Butter" });
    await page.getByRole("checkbox", { name: "Butter" }).click();
    await expect.poll(() => larder.texts("/api/shopping-list", "isCompleted")).toEqual(["true"]);
    // Without a reload the row stays for six seconds, so that the tick can be undone in its place.
    await page.reload();
    await expect(page.getByText("No pending items")).toBeVisible();
    await page.getByRole("button", { name: "Show Completed (1)" }).click();
    await expect(listRow(page, "Butter").getByRole("heading")).toHaveCSS("text-decoration-line", "line-through");
  });

  for (const [way, move] of [
    ["mouse", drag],
    ["finger", swipe],
  ] as const) {
    test(`adds to the tracker by a ${way} that moves 101 px`, async ({ page, larder }) => {
      await larder.openList({ name: "Milk", category: "Dairy & Eggs", unit: "gallon" });
      await move(page, front(page, "Milk"), 101);
      await expect(listRow(page, "Milk")).toHaveCount(0);
      await expect
        .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/items"))
        .toMatchObject([{ name: "Milk", shelfLifeDays: 5, scanSessionId: null }]);
      await expect
        .poll(() => larder.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
        .toMatchObject([{ name: "Milk", isCompleted: true }]);
    });

    test(`does not move a completed row by a ${way}`, async ({ page, larder }) => {
      await larder.openList({ name: "Milk" });
      const [row] = await larder.call<[{ id: string }]>("GET", "/api/shopping-list");
      await larder.call("PATCH", `/api/shopping-list/${row.id}/toggle`, { isCompleted: true });
      await page.reload();
      await page.getByRole("button", { name: "Show Completed (1)" }).click();
      const moved = front(page, "Milk").evaluate(
        (row) =>
          new Promise<boolean>((resolve) => {
            let hasMoved = false;
            row.addEventListener("pointermove", () => (hasMoved ||= row.style.transform !== ""));
            for (const end of ["pointerup", "pointercancel"])
              row.addEventListener(end, () => resolve(hasMoved), { once: true });
          }),
      );
      await move(page, front(page, "Milk"), 150);
      expect(await moved).toBe(false);
    });
  }
});

test("unticks a row whose item is refused, with the server's message", async ({ page, larder }) => {
  await larder.openList({ name: "Milk" });
  await expect(listRow(page, "Milk")).toBeVisible();
  // Only creating the item fails.
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
