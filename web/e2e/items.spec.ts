import { choose, drag, expect, seeToast, swipe, test } from "./support/larder";
import { LOCALES_SHIPPED } from "./support/messages";

const card = (page: import("@playwright/test").Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("an empty larder shows the next step", async ({ page, kitchen }) => {
  await kitchen.open("/");
  await expect(page.getByRole("heading", { name: "Your larder is empty" })).toBeVisible();
  await page.getByRole("link", { name: "Scan a receipt" }).click();
  await expect(page).toHaveURL(/tab=scan/);
  await expect(page.getByRole("heading", { name: "Scan Receipt" })).toBeVisible();
});

test.describe("with items in the larder", () => {
  test.beforeEach(async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([
      { name: "Whole milk", left: 1, unit: "gallon", shelfLifeDays: 5 },
      { name: "Cheddar", left: 11, shelfLifeDays: 14, unit: "block" },
      { name: "Lettuce", left: -1, category: "Vegetable", unit: "head" },
      { name: "Bananas", left: 3, category: "Fruit", unit: "bunch", quantity: 1.5 },
    ]);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Cheddar" })).toBeVisible();
  });

  test("counts fresh, expiring and expired items", async ({ page }) => {
    const counter = (name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");
    await expect(counter("All Items")).toHaveText("4");
    await expect(counter("Fresh")).toHaveText("1");
    await expect(counter("Soon")).toHaveText("2");
    await expect(counter("Expired")).toHaveText("1");
  });

  test("a card shows name, status, category, quantity, unit, when it was added and the days left", async ({ page }) => {
    const milk = card(page, "Whole milk");
    await expect(milk).toContainText("Dairy");
    await expect(milk).toContainText("1 gallon");
    await expect(milk).toContainText("Expiring");
    await expect(milk).toContainText("1 day left");
    await expect(milk).toContainText(/Added \w{3} \d{1,2}/);
    await expect(card(page, "Bananas")).toContainText("1.5 bunch");
    await expect(card(page, "Bananas")).toContainText("3 days left");
    await expect(card(page, "Lettuce")).toContainText("Expired 1 day ago");
    await expect(card(page, "Cheddar")).toContainText("11 days left");
  });

  test("the most urgent item is first", async ({ page }) => {
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText([
      "Lettuce",
      "Whole milk",
      "Bananas",
      "Cheddar",
    ]);
  });

  test("filters by All Items, Fresh, Expiring and Expired, and keeps the choice in the address", async ({ page }) => {
    const shown = page.getByRole("list", { name: "Items" }).getByRole("heading");
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
  });

  test("a day of the week strip toggles a filter", async ({ page }) => {
    await page.getByRole("button", { name: "This week" }).click();
    const day = page.getByRole("group", { name: "Tap a day to see what expires" }).getByRole("button");
    await expect(day).toHaveCount(7);
    const due = day.filter({ hasText: /[1-9]/ }).first();
    await due.click();
    await expect(due).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).not.toHaveCount(4);
    await due.click();
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveCount(4);
  });

  for (const [way, move] of [
    ["mouse", drag],
    ["finger", swipe],
  ] as const) {
    test(`a swipe by ${way} of 59 px does nothing, 61 px to the right archives, 61 px to the left deletes`, async ({
      page,
      kitchen,
    }) => {
      await move(page, card(page, "Cheddar").locator("> div > div").last(), 59);
      await move(page, card(page, "Cheddar").locator("> div > div").last(), -59);
      await expect(card(page, "Cheddar")).toBeVisible();
      await move(page, card(page, "Cheddar").locator("> div > div").last(), 61);
      await expect(card(page, "Cheddar")).toBeHidden();
      await expect(page.getByText("Cheddar archived")).toBeVisible();
      await move(page, card(page, "Bananas").locator("> div > div").last(), -61);
      await expect(card(page, "Bananas")).toBeHidden();
      await expect
        .poll(async () =>
          (await kitchen.call<{ name: string; itemStatus: string }[]>("GET", "/api/items/archived"))
            .map(({ name, itemStatus }) => `${name} ${itemStatus}`)
            .sort(),
        )
        .toEqual(["Bananas deleted", "Cheddar archived"]);
    });
  }

  test("a row follows the finger 120 px at most", async ({ page }) => {
    const row = card(page, "Cheddar").locator("> div > div").last();
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
    await expect(card(page, "Cheddar")).toBeVisible();
  });

  test("the buttons do what the swipes do, and Undo takes it back", async ({ page, kitchen }) => {
    await choose(page, "Cheddar", "Archive");
    await expect(card(page, "Cheddar")).toBeHidden();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(card(page, "Cheddar")).toBeVisible();
    await choose(page, "Cheddar", "Delete (mistake)");
    await choose(page, "Bananas", "Delete (mistake)");
    await expect(page.getByText("2 items deleted")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await kitchen.call<unknown[]>("GET", "/api/items")).length).toBe(4);
    await expect(card(page, "Bananas")).toBeVisible();
  });

  test("what is archived can be said to be used up or thrown away", async ({ page, kitchen }) => {
    await choose(page, "Bananas", "Archive");
    await page.getByRole("button", { name: "Thrown away?" }).click();
    await expect(page.getByText("Bananas thrown away")).toBeVisible();
    await expect
      .poll(async () =>
        (await kitchen.call<{ name: string; outcome: string | null }[]>("GET", "/api/items/archived"))
          .filter(({ name }) => name === "Bananas")
          .map(({ outcome }) => outcome),
      )
      .toEqual(["tossed"]);
  });

  test("Delete All asks, deletes what the filter shows, and can be undone", async ({ page, kitchen }) => {
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
    await expect.poll(async () => (await kitchen.call<unknown[]>("GET", "/api/items")).length).toBe(2);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await kitchen.call<unknown[]>("GET", "/api/items")).length).toBe(4);
  });

  test("the Edit Item dialog corrects an item and keeps the focus", async ({ page, kitchen }) => {
    await choose(page, "Cheddar", "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    await expect(dialog.getByLabel("Category").locator("option")).toHaveText([
      "Dairy",
      "Meat",
      "Bakery",
      "Fruit",
      "Vegetable",
      "Seafood",
      "Pantry",
      "Frozen",
      "Beverages",
      "Snacks",
      "Household",
      "Other",
    ]);
    await dialog.getByLabel("Item Name").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Missing Information");
    await expect(dialog.getByRole("alert")).toContainText("Please fill in item name and category.");
    await expect(dialog.getByLabel("Item Name")).toBeFocused();
    await dialog.getByLabel("Item Name").fill("Old cheddar");
    await dialog.getByLabel("Quantity", { exact: true }).fill("0.05");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter a quantity of at least 0.1.")).toBeVisible();
    await dialog.getByLabel("Quantity", { exact: true }).fill("0.5");
    await dialog.getByLabel("Shelf Life (days)", { exact: true }).fill("17");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Old cheddar", exact: true })).toBeFocused();
    await expect(card(page, "Old cheddar")).toContainText("0.5 block");
    await expect(card(page, "Old cheddar")).toContainText("14 days left");
    await expect
      .poll(
        async () =>
          (await kitchen.call<{ name: string; shelfLifeDays: number }[]>("GET", "/api/items")).find(
            ({ name }) => name === "Old cheddar",
          )?.shelfLifeDays,
      )
      .toBe(17);
  });

  test("Escape closes the dialog and gives the focus back", async ({ page }) => {
    const opener = page.getByRole("button", { name: "Cheddar", exact: true });
    await opener.click();
    await expect(page.getByRole("dialog", { name: "Edit Item" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Edit Item" })).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test("a change that the server refuses is undone and explained", async ({ page }) => {
    await page.route("**/api/items/*/archive", (route) =>
      route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } }),
    );
    await choose(page, "Cheddar", "Archive");
    await seeToast(page, "Failed to Archive");
    await expect(card(page, "Cheddar")).toBeVisible();
    await page.route("**/api/items/*/delete", (route) =>
      route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } }),
    );
    await choose(page, "Cheddar", "Delete (mistake)");
    await seeToast(page, "Failed to Delete");
    await expect(card(page, "Cheddar")).toBeVisible();
  });

  test("'Used up' and 'Thrown away' record an outcome with undo, and the account dialog counts it", async ({
    page,
    kitchen,
  }) => {
    const say = async (name: string, what: string) => {
      await page.getByRole("heading", { name }).click();
      await page.getByRole("dialog", { name: "Edit Item" }).getByRole("button", { name: what }).click();
      await expect(card(page, name)).toBeHidden();
    };
    await say("Cheddar", "Thrown away");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(card(page, "Cheddar")).toBeVisible();
    await expect.poll(async () => (await kitchen.call<unknown[]>("GET", "/api/items")).length).toBe(4);
    await say("Whole milk", "Used up");
    await say("Bananas", "Thrown away");
    await expect
      .poll(async () =>
        (await kitchen.call<{ name: string; outcome: string }[]>("GET", "/api/items/archived"))
          .map(({ name, outcome }) => `${name} ${outcome}`)
          .sort(),
      )
      .toEqual(["Bananas tossed", "Whole milk used"]);
    await page.getByRole("button", { name: "Account & Statistics" }).click();
    const ends = page.getByRole("region", { name: "Used Up or Wasted" });
    await expect(ends.getByRole("list").first().getByRole("listitem")).toHaveCount(12);
    await expect(ends.getByRole("list").last().getByRole("listitem")).toHaveText([
      "Used up1",
      "Thrown away1",
      "Expired0",
    ]);
  });

  test("the first card is within 300 px of the top, and cards are at most 120 px high, also with long names", async ({
    page,
    kitchen,
  }) => {
    await kitchen.stock([
      { name: "Pumpernickel ".repeat(15).trim(), left: 5 },
      { name: "חלב טרי", left: 6 },
    ]);
    await page.reload();
    await expect(card(page, "חלב טרי")).toBeVisible();
    const tops = await page
      .getByRole("list", { name: "Items" })
      .locator("> li")
      .evaluateAll((rows) => rows.map((row) => [row.getBoundingClientRect().top, row.getBoundingClientRect().height]));
    expect(tops[0]?.[0]).toBeLessThanOrEqual(300);
    expect(Math.max(...tops.map(([, height]) => height ?? 0))).toBeLessThanOrEqual(120);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("equal items share one card, and actions apply to the earliest", async ({ page, kitchen }) => {
    await kitchen.stock([
      { name: "Bread", left: 5, category: "Bakery", unit: "loaf" },
      { name: "Bread", left: 4, category: "Bakery", unit: "loaf" },
    ]);
    await page.reload();
    const bread = card(page, "Bread");
    await expect(bread).toHaveCount(1);
    const weekday = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-US", { weekday: "short" });
    await expect(bread).toContainText(`${weekday(4)}, ${weekday(5)}`);
    await bread.getByRole("button", { name: "Show all 2: Bread" }).click();
    await expect(page.getByRole("list", { name: "Bread" }).getByRole("listitem")).toHaveText([
      /4 days left/,
      /5 days left/,
    ]);
    await page.getByRole("button", { name: "Used up: Bread", exact: true }).click();
    await expect
      .poll(async () =>
        (await kitchen.call<{ name: string; expiresAt: string }[]>("GET", "/api/items"))
          .filter(({ name }) => name === "Bread")
          .map(({ expiresAt }) => Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)),
      )
      .toEqual([5]);
    await expect(bread).toContainText("5 days left");
    await expect(bread.getByRole("button", { name: /Show all/ })).toHaveCount(0);
  });

  test("searches, sorts and shows one place, and says how many there are", async ({ page, kitchen }) => {
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
      await page.getByRole("button", { name: "Location and sorting" }).click();
      await page.getByRole("menuitemradio", { name: what }).click();
    };
    await pick("Name");
    await expect(names).toHaveText(["Bananas", "Cheddar", "Lettuce", "Whole milk"]);
    await kitchen.stock([{ name: "Rice", left: 90, category: "Pantry" }]);
    await page.reload();
    await expect(names).toHaveText(["Bananas", "Cheddar", "Lettuce", "Rice", "Whole milk"]);
    await pick("Pantry");
    await expect(names).toHaveText(["Rice"]);
    await pick("Freezer");
    await expect(page.getByRole("heading", { name: "Nothing in the freezer" })).toBeVisible();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(names).toHaveCount(5);
  });

  test("several at once, with one undo", async ({ page, kitchen }) => {
    const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
    const begin = async () => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Select several" }).click();
    };
    const left = async () => (await kitchen.call<{ name: string }[]>("GET", "/api/items")).map(({ name }) => name);
    for (const [action, status] of [
      ["Archive", "archived"],
      ["Used up", "archived"],
      ["Thrown away", "deleted"],
      ["Delete", "deleted"],
    ] as const) {
      await begin();
      await page.getByRole("checkbox", { name: "Cheddar" }).click();
      await page.getByRole("checkbox", { name: "Bananas" }).click();
      await expect(page.getByText("2 selected")).toBeVisible();
      await page.getByRole("button", { name: action, exact: true }).click();
      await expect(names).toHaveText(["Lettuce", "Whole milk"]);
      await expect
        .poll(async () =>
          (await kitchen.call<{ name: string; itemStatus: string }[]>("GET", "/api/items/archived"))
            .map(({ name, itemStatus }) => `${name} ${itemStatus}`)
            .sort(),
        )
        .toEqual([`Bananas ${status}`, `Cheddar ${status}`]);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect.poll(async () => (await left()).length).toBe(4);
      await expect(names).toHaveCount(4);
    }
  });

  test("works by keyboard: menu keys, and focus moves to a removed card's neighbour", async ({ page }) => {
    const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
    await page.getByRole("button", { name: "More for Whole milk" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "¼ left" })).toBeFocused();
    await page.keyboard.press("a");
    await expect(page.getByRole("menuitem", { name: "Archive" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Delete (mistake)" })).toBeFocused();
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

  test("thawed before, it warns before it is frozen again", async ({ page, kitchen }) => {
    await choose(page, "Cheddar", "Frozen");
    await expect(card(page, "Cheddar")).toContainText("Frozen");
    await choose(page, "Cheddar", "Thawed");
    await expect(card(page, "Cheddar")).not.toContainText("Frozen");
    await choose(page, "Cheddar", "Frozen");
    const question = page.getByRole("alertdialog", { name: "Refreeze it?" });
    await expect(question).toContainText("Refreeze only after cooking.");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect
      .poll(
        async () =>
          (await kitchen.call<{ name: string; storage: string }[]>("GET", "/api/items")).find(
            ({ name }) => name === "Cheddar",
          )?.storage,
      )
      .toBe("fridge");
  });

  test("F8 moves to the notifications and a toast goes by a swipe of more than 50 px to the right", async ({
    page,
  }) => {
    await choose(page, "Cheddar", "Archive");
    const toast = page.getByRole("region", { name: /Notifications/ });
    await page.keyboard.press("F8");
    await expect(toast).toBeFocused();
    await drag(page, toast.locator("[role=status] > div"), 49);
    await expect(toast.getByText("Cheddar archived")).toBeVisible();
    await drag(page, toast.locator("[role=status] > div"), 60);
    await expect(toast.getByText("Cheddar archived")).toBeHidden();
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("a refusal is explained in German, though the server writes English", async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([{ name: "Butter", left: 9 }]);
    await page.reload();
    await page.route("**/api/items/*/archive", (route) =>
      route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } }),
    );
    await page.getByRole("button", { name: "Mehr zu Butter" }).click();
    await page.getByRole("menuitem", { name: "Archivieren" }).click();
    await expect(page.getByText("Archivieren fehlgeschlagen")).toBeVisible();
    await expect(page.getByText("Das gibt es nicht mehr.")).toBeVisible();
  });
});

test("back leads to the place in the list that was left", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock(Array.from({ length: 40 }, (_, n) => ({ name: `Thing ${n}`, left: n })));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Thing 39" })).toBeAttached();
  await page.getByRole("heading", { name: "Thing 20", exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page).toHaveURL(/tab=archived/);
  await expect(page.getByRole("heading", { name: "Thing 20", exact: true })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Thing 20", exact: true })).toBeInViewport();
});

test("a larder that cannot be loaded is not shown as empty", async ({ page, kitchen }) => {
  await page.route("**/api/items", (route) => route.abort());
  await kitchen.open("/?tab=items");
  await expect(page.getByRole("alert")).toContainText("Could not load this");
  await expect(page.getByText("Your larder is empty")).toHaveCount(0);
  await page.unroute("**/api/items");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Your larder is empty" })).toBeVisible();
});

for (const locale of LOCALES_SHIPPED) {
  test.describe(locale, () => {
    test.use({ locale });

    test("a card on a phone always shows the days left", async ({ page, kitchen }) => {
      await kitchen.open("/?tab=items");
      await kitchen.stock([
        { name: "Yoghurt", left: 0.2 },
        { name: "Bread", left: 2.2 },
        { name: "Bananas", left: -1.4 },
        { name: "Cheese", left: 11 },
      ]);
      await page.reload();
      for (const name of ["Yoghurt", "Bread", "Bananas", "Cheese"]) {
        const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
        await expect(card.locator("strong")).toBeInViewport({ ratio: 1 });
      }
    });
  });
}
