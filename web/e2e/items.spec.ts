import { choose, drag, expect, itemCard, swipe, test, waitForMark } from "./support/larder";
import { SUPPORTED_LOCALES } from "./support/messages";

test("asks at the first swipe what swipes do, and does it from then on", async ({ page, larder }) => {
  await page.addInitScript(() => sessionStorage.getItem("asked") ?? localStorage.removeItem("larder.swipe"));
  await larder.open("/?tab=items", [
    { name: "Cheddar", left: 11 },
    { name: "Bananas", left: 8, category: "Fruit" },
  ]);
  const row = (name: string) => itemCard(page, name).locator("> div > div").last();
  await expect(row("Cheddar")).toBeVisible();
  await swipe(page, row("Cheddar"), 61);
  const question = page.getByRole("alertdialog", { name: "What should a swipe do?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  // The row comes back.
  await expect(row("Cheddar")).not.toHaveAttribute("data-dragging", /.*/);
  await swipe(page, row("Cheddar"), 61);
  await question.getByRole("button", { name: "Used up · Thrown away" }).click();
  await page.evaluate(() => sessionStorage.setItem("asked", "1"));
  await expect(itemCard(page, "Cheddar")).toBeHidden();
  await swipe(page, row("Bananas"), -61);
  await expect
    .poll(() => larder.texts("/api/items/archived", "name", "outcome"))
    .toEqual(["Bananas tossed", "Cheddar used"]);
  await larder.addItems([{ name: "Oats", left: 90 }]);
  await page.reload();
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Used up · Thrown away" })).toBeChecked();
});

test.describe("with items in the larder", () => {
  test.beforeEach(async ({ page, larder }) => {
    await larder.open("/?tab=items", [
      { name: "Whole milk", left: 1, unit: "gallon", shelfLifeDays: 5 },
      { name: "Cheddar", left: 11, shelfLifeDays: 14, unit: "block" },
      { name: "Lettuce", left: -1, category: "Vegetable", unit: "head" },
      { name: "Bananas", left: 3, category: "Fruit", unit: "bunch", quantity: 1.5 },
    ]);
    await expect(page.getByRole("heading", { name: "Cheddar" })).toBeVisible();
  });

  test("filters by tiles and by a day of the week", { tag: "@main" }, async ({ page }) => {
    const shown = page.getByRole("list", { name: "Items" }).getByRole("heading");
    for (const [name, count] of [
      ["All Items", "4"],
      ["Fresh", "1"],
      ["Soon", "2"],
      ["Expired", "1"],
    ] as const)
      await expect(page.locator("dl > div").filter({ hasText: name }).locator("dd")).toHaveText(count);
    await expect(shown).toHaveText(["Lettuce", "Whole milk", "Bananas", "Cheddar"]);
    await page.getByRole("button", { name: "Fresh", exact: true }).click();
    await expect(shown).toHaveText(["Cheddar"]);
    await page.getByRole("button", { name: "Soon (Expiring)" }).click();
    await expect(page.getByText("Expiring · 2 items")).toBeVisible();
    await expect(shown).toHaveText(["Whole milk", "Bananas"]);
    await expect(page).toHaveURL(/filter=soon/);
    await page.reload();
    await expect(shown).toHaveText(["Whole milk", "Bananas"]);
    await page.getByRole("button", { name: "Expired", exact: true }).click();
    await expect(shown).toHaveText(["Lettuce"]);
    await page.getByRole("button", { name: "All Items" }).click();
    await expect(shown).toHaveCount(4);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitemcheckbox", { name: "This week" }).click();
    const day = page.getByRole("group", { name: "Tap a day to see what expires" }).getByRole("button");
    await expect(day).toHaveCount(7);
    const due = day.filter({ hasText: /[1-9]/ }).first();
    await due.click();
    await expect(due).toHaveAttribute("aria-pressed", "true");
    await expect(shown).not.toHaveCount(4);
    await due.click();
    await expect(shown).toHaveCount(4);
  });

  test("archives and deletes by swipes of a finger and of the mouse", async ({ page, larder }) => {
    const row = itemCard(page, "Cheddar").locator("> div > div").last();
    await row.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const box = await row.boundingBox();
    if (!box) throw new Error("no row");
    await page.mouse.move(box.x + 100, box.y + 18);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 18, { steps: 5 });
    await page.mouse.move(box.x + 330, box.y + 18, { steps: 5 });
    expect(await row.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41)).toBe(120);
    await page.mouse.move(box.x + 100, box.y + 18, { steps: 5 });
    await page.mouse.up();
    for (const [move, name, by] of [
      [swipe, "Cheddar", 61],
      [swipe, "Bananas", -61],
      [drag, "Whole milk", 61],
      [drag, "Lettuce", -61],
    ] as const) {
      await move(page, itemCard(page, name).locator("> div > div").last(), by);
      await expect(itemCard(page, name)).toBeHidden();
    }
    await expect
      .poll(() => larder.texts("/api/items/archived", "name", "itemStatus"))
      .toEqual(["Bananas deleted", "Cheddar archived", "Lettuce deleted", "Whole milk archived"]);
  });

  test("archives and deletes by buttons, with undo", { tag: "@main" }, async ({ page, larder }) => {
    await choose(page, "Cheddar", "Archive");
    await expect(itemCard(page, "Cheddar")).toBeHidden();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(itemCard(page, "Cheddar")).toBeVisible();
    await choose(page, "Cheddar", "Remove (added by mistake)");
    await choose(page, "Bananas", "Remove (added by mistake)");
    await expect(page.getByText("2 items deleted")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(4);
    await expect(itemCard(page, "Bananas")).toBeVisible();
  });

  test("deletes filtered or selected items at once, with undo", async ({ page, larder }) => {
    await page.getByRole("button", { name: "Soon (Expiring)" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete All" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete All" });
    await expect(question).toContainText("Delete all 2 expiring items?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveCount(2);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete All" }).click();
    await question.getByRole("button", { name: "Delete All" }).click();
    await expect(page.getByText("Nothing expires soon")).toBeVisible();
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(2);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(4);

    await page.getByRole("button", { name: "All Items" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Select several" }).click();
    await page.getByRole("checkbox", { name: "Cheddar" }).click();
    await page.getByRole("checkbox", { name: "Bananas" }).click();
    await expect(page.getByText("2 selected")).toBeVisible();
    await page.getByRole("button", { name: "Thrown away", exact: true }).click();
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Lettuce", "Whole milk"]);
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(2);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(4);
  });

  test("opens a card's dialog at once at the first tap, also offline", { tag: "@main" }, async ({ page, context }) => {
    await waitForMark(page, "item-dialogs");
    await context.setOffline(true);
    const opener = page.getByRole("button", { name: "Cheddar", exact: true });
    // Within two frames: React shows code that it has to wait for only after 300 ms.
    const opened = await opener.evaluate(async (button: HTMLElement) => {
      button.focus();
      button.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return document.querySelector("dialog[open]") !== null;
    });
    expect(opened).toBe(true);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Cheddar" })).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test("corrects an item, with undo", { tag: "@main" }, async ({ page, larder }) => {
    await choose(page, "Cheddar", "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    expect((await dialog.getByLabel("Category").locator("option").allTextContents()).join(", ")).toBe(
      "Dairy, Meat, Bakery, Fruit, Vegetable, Seafood, Pantry, Frozen, Beverages, Snacks, Household, Other",
    );
    await dialog.getByLabel("Item name").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Missing Information");
    await expect(dialog.getByRole("alert")).toContainText("Please fill in item name and category.");
    await expect(dialog.getByLabel("Item name")).toBeFocused();
    await dialog.getByLabel("Item name").fill("Old cheddar");
    await dialog.getByLabel("Quantity", { exact: true }).fill("0.05");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter a quantity from 0.1 to 100,000.")).toBeVisible();
    await dialog.getByLabel("Quantity", { exact: true }).fill("0.5");
    await dialog.getByLabel("Shelf life (days)", { exact: true }).fill("17");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Old cheddar", exact: true })).toBeFocused();
    await expect(itemCard(page, "Old cheddar")).toContainText("0.5 block");
    await expect(itemCard(page, "Old cheddar")).toContainText("14 days left");
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading").last()).toHaveText("Old cheddar");
    await expect.poll(() => larder.texts("/api/items", "name", "shelfLifeDays")).toContain("Old cheddar 17");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(itemCard(page, "Cheddar")).toContainText("11 days left");
  });

  test("counts used-up and thrown-away items on the savings page", async ({ page, larder }) => {
    const markItem = async (name: string, what: string) => {
      await page.getByRole("heading", { name }).click();
      await page.getByRole("dialog", { name }).getByRole("button", { name: what }).click();
      await expect(itemCard(page, name)).toBeHidden();
    };
    await markItem("Cheddar", "Thrown away");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(itemCard(page, "Cheddar")).toBeVisible();
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(4);
    await markItem("Whole milk", "Used up");
    await markItem("Bananas", "Thrown away");
    await expect
      .poll(() => larder.texts("/api/items/archived", "name", "outcome"))
      .toEqual(["Bananas tossed", "Whole milk used"]);
    await page.getByRole("button", { name: "Account & Statistics" }).click();
    await page.getByRole("link", { name: "Savings" }).click();
    await expect(page.getByRole("heading", { name: "Savings", level: 1 })).toBeFocused();
    const month = new Intl.DateTimeFormat("en", { month: "long" }).format(new Date());
    await expect(page.getByText(`1 thrown away in ${month}, 1 eaten`).first()).toBeVisible();
    await expect(page.getByRole("list", { name: "By month" }).getByRole("listitem")).toHaveCount(6);
    await expect(page.getByRole("region", { name: "Thrown away most" })).toContainText("Bananas once");
  });

  test("keeps cards small, also with long names and in every language", async ({ page, larder }) => {
    await larder.addItems([
      { name: "Pumpernickel ".repeat(15).trim(), left: 5 },
      { name: "חלב טרי", left: 6 },
    ]);
    await page.reload();
    await expect(itemCard(page, "חלב טרי")).toBeVisible();
    const tops = await page
      .getByRole("list", { name: "Items" })
      .locator("> li")
      .evaluateAll((rows) => rows.map((row) => [row.getBoundingClientRect().top, row.getBoundingClientRect().height]));
    expect(tops[0]?.[0]).toBeLessThanOrEqual(300);
    expect(Math.max(...tops.map(([, height]) => height ?? 0))).toBeLessThanOrEqual(120);
    // The days left are always seen, in every language.
    for (const language of SUPPORTED_LOCALES.map((locale) => locale.slice(0, 2))) {
      await page.evaluate((chosen) => localStorage.setItem("larder.language", chosen), language);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const name of ["Whole milk", "Bananas", "Lettuce", "Cheddar"]) {
        await itemCard(page, name).scrollIntoViewIfNeeded();
        await expect(itemCard(page, name).locator("strong")).toBeInViewport({ ratio: 1 });
      }
    }
  });

  test("finds items by search, order and place", async ({ page, larder }) => {
    const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.keyboard.type("CHED");
    await expect(names).toHaveText(["Cheddar"]);
    await expect(page.getByText("1 item is shown")).toBeAttached();
    await page.keyboard.type("x");
    await expect(page.getByRole("heading", { name: "No results for “CHEDx”" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(names).toHaveCount(4);
    const pick = async (what: string) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitemradio", { name: what }).click();
    };
    await pick("Name");
    await expect(names).toHaveText(["Bananas", "Cheddar", "Lettuce", "Whole milk"]);
    await larder.addItems([{ name: "Rice", left: 90, category: "Pantry" }]);
    await page.reload();
    await expect(names).toHaveText(["Bananas", "Cheddar", "Lettuce", "Rice", "Whole milk"]);
    await page.getByRole("button", { name: "Pantry", exact: true }).click();
    await expect(names).toHaveText(["Rice"]);
    await page.getByRole("button", { name: "Freezer", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Nothing in the freezer" })).toBeVisible();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(names).toHaveCount(5);
  });

  test("works by keyboard", { tag: "@main" }, async ({ page }) => {
    const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
    await page.getByRole("button", { name: "Whole milk", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Whole milk", level: 2 }).last()).toBeFocused();
    await page.getByRole("button", { name: "More for Whole milk" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "¼ left" })).toBeFocused();
    await page.keyboard.press("a");
    await expect(page.getByRole("menuitem", { name: "Archive" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Remove (added by mistake)" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "¼ left" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "More for Whole milk" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "¼ left" })).toBeFocused();
    await page.keyboard.press("a");
    await page.keyboard.press("Enter");
    await expect(names).toHaveText(["Lettuce", "Bananas", "Cheddar"]);
    await expect(page.getByRole("button", { name: "Bananas", exact: true })).toBeFocused();
    // The last one leaves: the one before it.
    await page.getByRole("button", { name: "Used up: Cheddar" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Bananas", exact: true })).toBeFocused();
  });
});

test("restores the scroll position of the list", async ({ page, larder }) => {
  await larder.open(
    "/?tab=items",
    Array.from({ length: 40 }, (_, n) => ({ name: `Thing ${n}`, left: n })),
  );
  await expect(page.getByRole("heading", { name: "Thing 39" })).toBeAttached();
  await page.getByRole("heading", { name: "Thing 20", exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page).toHaveURL(/tab=archived/);
  await expect(page.getByRole("heading", { name: "Thing 20", exact: true })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Thing 20", exact: true })).toBeInViewport();
});
