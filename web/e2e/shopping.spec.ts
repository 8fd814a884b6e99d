import { drag, expect, seeToast, swipe, test, waitingChanges } from "./support/larder";

type Page = import("@playwright/test").Page;

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Shopping list" }).getByRole("listitem").filter({ hasText: name });
/** Returns the front of a row, which a drag grabs. */
const front = (page: Page, name: string) => row(page, name).locator("> div").last();

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Item Name").fill(name);
  await page.getByRole("button", { name: "Add Item" }).click();
  await expect(row(page, name)).toBeVisible();
  // On a phone the toast lies over the end of the list, and a drag there would take hold of the toast.
  await seeToast(page, "Item Added");
  await page
    .getByRole("region", { name: /\(F8\)/ })
    .getByRole("button", { name: "Close" })
    .click();
}

test("Browse is the default view and lists twelve categories with counts, one open at a time", async ({
  page,
  kitchen,
}) => {
  await kitchen.open("/shopping-list");
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
});

test("a common item is added with quantity 1, its unit, the open category and no notes", async ({ page, kitchen }) => {
  await kitchen.open("/shopping-list");
  await page.getByRole("button", { name: /^Dairy & Eggs/ }).click();
  await page.getByRole("button", { name: "Add Milk, 1 gallon" }).click();
  await expect(page.getByText("Item Added", { exact: true })).toBeVisible();
  await expect(page.getByText("Item has been added to your shopping list.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Current List (1 item)" })).toBeVisible();
  await expect
    .poll(() => kitchen.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
    .toMatchObject([{ name: "Milk", quantity: 1, unit: "gallon", category: "Dairy & Eggs", isCompleted: false }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Current List (0 items)" })).toBeVisible();
});

test("the preview shows five, then '... and N more items', and leads to My List", async ({ page, kitchen }) => {
  await kitchen.open("/shopping-list");
  for (let n = 1; n <= 7; n += 1)
    await kitchen.call("POST", "/api/shopping-list", {
      name: `Thing ${n}`,
      category: "Snacks",
      quantity: 1,
      unit: "item",
      notes: "",
    });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Current List (7 items)" })).toBeVisible();
  const card = page.getByRole("region", { name: "Current List (7 items)" });
  await expect(card.getByRole("listitem")).toHaveCount(5);
  await expect(card.getByText("... and 2 more items")).toBeVisible();
  await card.getByRole("button", { name: "My List" }).click();
  await expect(page).toHaveURL(/view=list/);
  await expect(page.getByRole("heading", { name: "Your List (7 items)" })).toBeVisible();
});

test.describe("My List", () => {
  test.beforeEach(async ({ kitchen }) => {
    await kitchen.open("/shopping-list?view=list");
  });

  test("an empty list says 'No items in your shopping list', without Import and Share", async ({ page }) => {
    await expect(page.getByText("No items in your shopping list")).toBeVisible();
    await expect(page.getByRole("button", { name: "Import" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Share" })).toHaveCount(0);
  });

  test("an item without a name is refused at the field", async ({ page }) => {
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(page.getByRole("alert")).toContainText("Missing Information");
    await expect(page.getByRole("alert")).toContainText("Please enter an item name.");
    await expect(page.getByLabel("Item Name")).toBeFocused();
  });

  test("the form's defaults are sent, with 1 for a quantity that cannot be read", async ({ page, kitchen }) => {
    await page.getByLabel("Item Name").fill("Oats");
    await page.getByRole("button", { name: "Amount, category and notes" }).click();
    await expect(page.getByRole("heading", { name: "Add Item" })).toBeVisible();
    await page.getByLabel("Quantity", { exact: true }).fill("");
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect
      .poll(() => kitchen.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Oats", category: "Pantry Staples", quantity: 1, unit: "item" }]);
    await expect(page.getByRole("button", { name: "Import" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  });

  test("category and notes are in a section that opens", async ({ page }) => {
    await page.getByRole("button", { name: "Amount, category and notes" }).click();
    await expect(page.getByLabel("Notes")).toBeHidden();
    await page.getByRole("button", { name: /^Category and notes/ }).click();
    await page.getByLabel("Notes").fill("the dark one");
    await page.getByLabel("Category", { exact: true }).selectOption("Bread & Bakery");
    await add(page, "Rye bread");
    await expect(row(page, "Rye bread")).toContainText("the dark one");
    await expect(row(page, "Rye bread")).toContainText("Bread & Bakery");
    await expect(row(page, "Rye bread")).toContainText("Swipe right to add to tracker →");
  });

  test("delete confirms, and undo restores the row in its place", async ({ page, kitchen }) => {
    await add(page, "Butter");
    await add(page, "Oats");
    await page.getByRole("button", { name: "Delete Butter" }).click();
    await expect(row(page, "Butter")).toHaveCount(0);
    await seeToast(page, "Item Removed");
    await expect(page.getByText("Item has been removed from your shopping list.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    const rows = page.getByRole("list", { name: "Shopping list" }).getByRole("heading");
    await expect(rows).toHaveText(["1 item Butter", "1 item Oats"]);
    await expect
      .poll(async () => (await kitchen.call<{ name: string }[]>("GET", "/api/shopping-list")).map(({ name }) => name))
      .toEqual(["Butter", "Oats"]);
  });

  test("completed items are hidden, can be shown, and are cleared", async ({ page, kitchen }) => {
    await add(page, "Butter");
    await page.getByRole("checkbox", { name: "Mark Butter as completed" }).click();
    await expect(page.getByText("No pending items")).toBeVisible();
    // A tap within 0.4 s after the row left is ignored: it may have been meant for the row.
    await expect(async () => {
      await page.getByRole("button", { name: "Show Completed (1)" }).click({ timeout: 1_000 });
      await expect(page.getByRole("button", { name: "Hide Completed (1)" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(row(page, "Butter").getByRole("heading")).toHaveCSS("text-decoration-line", "line-through");
    await page.getByRole("button", { name: "Clear Completed" }).click();
    await seeToast(page, "Completed Items Cleared");
    await expect(page.getByText("All completed items have been removed.")).toBeVisible();
    await expect(page.getByText("No items in your shopping list")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("No pending items")).toBeVisible();
    await expect
      .poll(() => kitchen.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Butter", isCompleted: true }]);
  });

  test("Clear All asks first", async ({ page }) => {
    await add(page, "Butter");
    await page.getByRole("button", { name: "Clear All" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "Are you sure you want to clear your entire shopping list? This cannot be undone.",
    );
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, "Butter")).toBeVisible();
    await page.getByRole("button", { name: "Clear All" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
    await expect(page.getByText("No items in your shopping list")).toBeVisible();
    await seeToast(page, "Shopping List Cleared");
    await expect(page.getByText("All items have been removed from your shopping list.")).toBeVisible();
  });

  for (const [way, move] of [
    ["mouse", drag],
    ["finger", swipe],
  ] as const) {
    test(`a drag by ${way} of 99 px does nothing, of 101 px adds to the tracker`, async ({ page, kitchen }) => {
      await add(page, "Milk");
      await move(page, front(page, "Milk"), 99);
      await expect(row(page, "Milk")).toBeVisible();
      await move(page, front(page, "Milk"), -150);
      await expect(row(page, "Milk")).toBeVisible();
      await move(page, front(page, "Milk"), 101);
      await expect(row(page, "Milk")).toHaveCount(0);
      await expect
        .poll(() => kitchen.call<Record<string, unknown>[]>("GET", "/api/items"))
        .toMatchObject([{ name: "Milk", shelfLifeDays: 5, scanSessionId: null }]);
      await expect
        .poll(() => kitchen.call<Record<string, unknown>[]>("GET", "/api/shopping-list"))
        .toMatchObject([{ name: "Milk", isCompleted: true }]);
    });
  }

  test("the panel reads 'Add to Tracker' past 100 px and is at most 200 px wide", async ({ page }) => {
    await add(page, "Milk");
    await front(page, "Milk").evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const box = await front(page, "Milk").boundingBox();
    if (!box) throw new Error("The row is not on the screen.");
    await page.mouse.move(box.x + 80, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 20);
    await page.mouse.move(box.x + 345, box.y + 20); // still inside the screen
    const panel = row(page, "Milk").locator("> div").first();
    await expect(panel).toHaveText("Add to Tracker");
    expect((await panel.boundingBox())?.width).toBe(200);
    await page.mouse.move(box.x + 100, box.y + 20);
    await page.mouse.up();
    await expect(row(page, "Milk")).toBeVisible();
  });

  test("the button does what the swipe does, and says so", async ({ page }) => {
    await add(page, "Milk");
    await page.getByRole("button", { name: "Add to Tracker: Milk" }).click();
    await seeToast(page, "Added to Larder");
    await expect(page.getByText("Item added to your grocery inventory.")).toBeVisible();
  });

  test("Import Shared List: disabled while blank, explains what is wrong, opens a list", async ({ page }) => {
    await add(page, "Milk");
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import Shared List" });
    const field = dialog.getByLabel("Link or code");
    const open = dialog.getByRole("button", { name: "Open Shared List" });
    await expect(open).toBeDisabled();
    await field.fill("   ");
    await expect(open).toBeDisabled();
    await field.fill("short");
    await open.click();
    await expect(dialog.getByRole("alert")).toContainText("/shared/");
    await field.fill("/shared/%E0%A4%A");
    await open.click();
    await expect(dialog.getByRole("alert")).toHaveText("Please enter a valid share URL or token");
    await field.fill("https://elsewhere.example/shared/abcdef123?x=1");
    await open.click();
    await expect(page).toHaveURL(/\/shared\/abcdef123$/);
  });

  test("a completed row does not move and adds nothing", async ({ page, kitchen }) => {
    await add(page, "Milk");
    await page.getByRole("checkbox", { name: "Mark Milk as completed" }).click();
    await page.getByRole("button", { name: "Show Completed (1)" }).click();
    await drag(page, front(page, "Milk"), 150);
    await swipe(page, front(page, "Milk"), 150);
    await expect(row(page, "Milk")).toBeVisible();
    await expect(row(page, "Milk").getByRole("checkbox")).toHaveAttribute("aria-checked", "true");
    await expect(page.getByRole("button", { name: "Add to Tracker: Milk" })).toHaveCount(0);
    await expect.poll(() => waitingChanges(page)).toBe(0);
    expect(await kitchen.call("GET", "/api/items")).toEqual([]);
  });

  test("the import dialog closes on Cancel", async ({ page }) => {
    await add(page, "Milk");
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import Shared List" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Import" })).toBeFocused();
  });
});

test("'Loading shopping list...' until the first answer comes", async ({ page }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/shopping-list", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto("/shopping-list?view=list");
  await expect(page.getByRole("status").filter({ hasText: "Loading shopping list..." })).toBeVisible();
  answer();
  await expect(page.getByText("No items in your shopping list")).toBeVisible();
  await expect(page.getByText("Loading shopping list...")).toHaveCount(0);
});

test.describe("a refused change is undone and announced", () => {
  const REFUSAL = "That is not possible just now.";
  /** Milk and oats are to buy, tea is bought. */
  const before = ["Milk", "Oats", "Tea"];

  test.beforeEach(async ({ page, kitchen }) => {
    await kitchen.open("/shopping-list?view=list");
    for (const name of before) {
      const { id } = await kitchen.call<{ id: string }>("POST", "/api/shopping-list", {
        name,
        category: "Snacks",
        quantity: 1,
        unit: "item",
        notes: "",
      });
      if (name === "Tea") await kitchen.call("PATCH", `/api/shopping-list/${id}/toggle`);
    }
    await page.reload();
    await expect(row(page, "Milk")).toBeVisible();
    await page.getByRole("button", { name: "Show Completed (1)" }).click();
  });

  for (const [title, act] of [
    [
      "Failed to Add Item",
      async (page) => {
        await page.getByLabel("Item Name").fill("Butter");
        await page.getByRole("button", { name: "Add Item" }).click();
      },
    ],
    ["Failed to Update Item", (page) => page.getByRole("checkbox", { name: "Mark Milk as completed" }).click()],
    ["Failed to Remove Item", (page) => page.getByRole("button", { name: "Delete Milk" }).click()],
    ["Failed to Clear Items", (page) => page.getByRole("button", { name: "Clear Completed" }).click()],
    [
      "Failed to Clear Shopping List",
      async (page) => {
        await page.getByRole("button", { name: "Clear All" }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
      },
    ],
    ["Failed to Add to Tracker", (page) => page.getByRole("button", { name: "Add to Tracker: Milk" }).click()],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`'${title}' with the server's sentence, or 'Please try again.'`, async ({ page }) => {
      const toast = page.getByRole("region", { name: /\(F8\)/ });
      for (const message of [REFUSAL, undefined]) {
        // Bought items go to the larder, and only that fails: the list row must return anyway.
        const path = title === "Failed to Add to Tracker" ? "**/api/items" : "**/api/shopping-list{,/**}";
        await page.route(path, (route) =>
          route.request().method() === "GET"
            ? route.continue()
            : route.fulfill({ status: 422, json: { error: "validation_failed", message } }),
        );
        await act(page);
        await seeToast(page, title);
        await expect(toast).toContainText(message ?? "Please try again.");
        await expect(page.getByRole("list", { name: "Shopping list" }).getByRole("heading")).toHaveText(
          before.map((name) => new RegExp(`${name}$`)),
        );
        await expect(row(page, "Milk").getByRole("checkbox")).toHaveAttribute("aria-checked", "false");
        await expect(row(page, "Tea").getByRole("checkbox")).toHaveAttribute("aria-checked", "true");
        // The undo toast that the refusal replaced is shown again.
        await expect(async () => {
          if (!(await toast.getByRole("button", { name: "Close" }).first().isVisible())) return;
          await toast.getByRole("button", { name: "Close" }).first().click({ timeout: 2_000 });
          throw new Error("There may be another toast.");
        }).toPass({ intervals: [400], timeout: 30_000 });
        await page.evaluate(() => scrollTo(0, 0));
        await page.unrouteAll({ behavior: "wait" });
      }
    });
  }
});
