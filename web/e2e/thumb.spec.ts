import { setScene } from "./support/scene";
import { choose, expect, finger, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** Returns true if two boxes on the screen do not touch. */
async function apart(one: ReturnType<Page["locator"]>, other: ReturnType<Page["locator"]>): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("One of the two is not on the screen.");
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

test.describe("the install card", () => {
  test.use({ installed: false });
  const card = (page: Page) => page.getByRole("complementary", { name: "Install App" });

  for (const path of ["/", "/?tab=scan", "/shared/Xk3vT9QmR2pLw7aBcDeFgH"]) {
    test(`is seen without scrolling where nothing is kept yet: ${path}`, async ({ page }) => {
      await setScene(page, { empty: true });
      await page.goto(path);
      await expect(card(page)).toBeInViewport({ ratio: 1, timeout: 15_000 });
    });
  }

  test("floats over a larder with things in it, and what it lies over can be scrolled clear", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=scan");
    await expect(card(page)).toHaveCSS("position", "fixed", { timeout: 15_000 });
    // It does not follow to other screens, except to My Items.
    await page.getByRole("tab", { name: "Archived" }).click();
    await expect(card(page)).toBeHidden();
    await page.getByRole("tab", { name: "My Items" }).click();
    await expect(page.getByRole("heading", { name: "Whole milk" })).toBeVisible();
    await expect(card(page)).toBeVisible();
    await page.getByRole("tab", { name: "Scan Receipt" }).click();
    await expect(card(page)).toBeVisible();
    const add = page.getByRole("button", { name: "Add Item", exact: true });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await apart(card(page), add)).toBe(true);
  });

  test("steps aside while somebody types, reads a notice or answers a question", async ({ page }) => {
    await setScene(page);
    await page.route("**/api/shopping-list/0*", (route) => route.fulfill({ json: { message: "Removed" } }));
    await page.goto("/shopping-list?view=list");
    await expect(card(page)).toBeVisible({ timeout: 15_000 });
    await page.getByLabel("Item Name").focus();
    await expect(card(page)).toBeHidden();
    await page.getByLabel("Item Name").blur();
    await expect(card(page)).toBeVisible();
    await page.getByRole("button", { name: "Delete Apples" }).click();
    await expect(page.getByText("Item Removed", { exact: true })).toBeVisible();
    await expect(card(page)).toBeHidden();
    await page.getByRole("region", { name: /F8/ }).getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toBeVisible();
    await page.getByRole("button", { name: "Clear All" }).click();
    await expect(card(page)).toBeHidden();
  });
});

for (const [locale, remove, clear, question] of [
  ["en-US", "Delete Apples", "Clear All", /cannot be undone/],
  ["de-DE", "Apples löschen", "Alles leeren", /nicht rückgängig/],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test("a notice covers no question", async ({ page }) => {
      await setScene(page);
      await page.goto("/shopping-list?view=list");
      await page.getByRole("button", { name: remove }).click();
      const toast = page.getByRole("region", { name: /F8/ });
      await expect(toast).toBeVisible();
      await page.getByRole("button", { name: clear }).click();
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toContainText(question);
      // It rises for a fifth of a second.
      await expect(async () => expect(await apart(toast, dialog)).toBe(true)).toPass({ timeout: 3_000 });
    });
  });
}

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the catalogue offers what a German shop has, and names begin as a list does", async ({ page }) => {
    await setScene(page, { empty: true });
    await page.goto("/shopping-list");
    await page.getByRole("button", { name: /^Milch & Eier/ }).click();
    await expect(page.getByRole("button", { name: "Milch hinzufügen, 1 l", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Fettarme Milch hinzufügen, 1 l" })).toBeVisible();
    await page.getByRole("button", { name: /^Fleisch & Geflügel/ }).click();
    await expect(page.getByRole("button", { name: "Hähnchen hinzufügen, 1 kg", exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Tiefkühlkost/ }).click();
    await expect(page.getByRole("button", { name: /^TK-Gemüse hinzufügen/ })).toBeVisible();
  });

  test("a receipt scanned twice is answered in German", async ({ page }) => {
    await setScene(page, { empty: true });
    const existingItems = [1, 2, 3].map((n) => ({ id: `0199aa11-0000-7000-8000-00000000000${n}`, name: `Ding ${n}` }));
    await page.route("**/api/extract", (route) =>
      route.fulfill({
        status: 409,
        json: {
          error: "duplicate_receipt",
          message: "You scanned this.",
          existingSessionId: "0199aa11-0000-7000-8000-000000000101",
          existingItems,
        },
      }),
    );
    await page.route("**/api/scan-sessions/*/add-to-shopping-list", (route) =>
      route.fulfill({ json: { message: "3 items added to the shopping list." } }),
    );
    await page.goto("/?tab=scan");
    await page.locator("input[type=file]").setInputFiles("public/icons/icon-512.png");
    await page.getByRole("button", { name: "Kassenbon auswerten" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Einkaufsliste" }).click();
    await expect(page.getByText("3 Artikel stehen auf deiner Einkaufsliste.")).toBeVisible();
    await expect(page.getByText("3 items added")).toHaveCount(0);
  });

  test("a day with nothing due is said as people say it, and the swipe's word is whole", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=items");
    await page.getByRole("button", { name: "Diese Woche" }).click();
    await page.getByRole("button", { name: /^Heute: nichts/ }).click();
    await expect(page.getByRole("heading", { name: "Heute läuft nichts ab" })).toBeVisible();
    await page.getByRole("button", { name: /^Mi\., 25\. Nov\.: nichts/ }).click();
    await expect(page.getByRole("heading", { name: "Am Mi., 25. Nov. läuft nichts ab" })).toBeVisible();
    await page.getByRole("button", { name: "Alle Tage zeigen" }).click();
    const row = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "Bananas" }) })
      .locator("> div > div")
      .last();
    await row.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const box = await row.boundingBox();
    if (!box) throw new Error("no row");
    await page.mouse.move(box.x + 60, box.y + 18);
    await page.mouse.down();
    await page.mouse.move(box.x + 220, box.y + 18, { steps: 5 });
    const word = page.getByText("Archiv", { exact: true }).first();
    const moved = await row.boundingBox();
    const label = await page.locator("li > div > div > span", { hasText: "Archiv" }).first().boundingBox();
    expect(await word.count()).toBe(1);
    expect((label?.x ?? 0) + (label?.width ?? 999)).toBeLessThanOrEqual(moved?.x ?? 0);
    await page.mouse.up();
  });
});

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Shopping list" }).getByRole("listitem").filter({ hasText: name });

test.describe("the list under the thumb", () => {
  const put = async (
    kitchen: { call: (method: string, path: string, body?: unknown) => Promise<unknown> },
    things: readonly (readonly [string, string, number?, string?])[],
  ) => {
    for (const [name, category, quantity = 1, unit = "item"] of things)
      await kitchen.call("POST", "/api/shopping-list", { name, category, quantity, unit, notes: "" });
  };

  test("a tick moves no other row and can be taken back where it happened; then all that is done leaves", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/shopping-list?view=list");
    await put(kitchen, [
      ["Apples", "Fruits"],
      ["Pears", "Fruits"],
      ["Plums", "Fruits"],
    ]);
    await page.reload();
    // Below the list's own top: the test itself scrolls.
    const below = async (name: string) =>
      ((await row(page, name).boundingBox())?.y ?? 0) -
      ((await page.getByRole("list", { name: "Shopping list" }).boundingBox())?.y ?? 0);
    const places = async () => [await below("Pears"), await below("Plums")];
    const before = await places();
    await page.getByRole("checkbox", { name: "Mark Apples as completed" }).click();
    await expect(row(page, "Apples").getByRole("heading")).toHaveCSS("text-decoration-line", "line-through");
    expect(await places()).toEqual(before);
    await page.getByRole("checkbox", { name: "Mark Pears as completed" }).click();
    await row(page, "Pears").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("checkbox", { name: "Mark Pears as completed" })).toBeVisible();
    expect(await places()).toEqual(before);
    await expect(row(page, "Apples")).toHaveCount(0, { timeout: 15_000 });
    await expect(row(page, "Pears")).toBeVisible();
  });

  test("a tap on a row ticks it, a long press or its pencil corrects it, with Undo; scrolling ticks nothing", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/shopping-list?view=list");
    await put(kitchen, [["Aples", "Fruits", 2, "lb"]]);
    await page.reload();
    const box = await row(page, "Aples").getByRole("checkbox").boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(56);
    expect(box?.height).toBeGreaterThanOrEqual(56);
    const words = row(page, "Aples").getByRole("heading");
    const box2 = await words.boundingBox();
    if (!box2) throw new Error("The row is not on the screen.");
    const at = { x: box2.x + 8, y: box2.y + 8 };
    const ticked = page.getByRole("checkbox", { name: "Mark Aples as completed" });
    await finger(page, at, [
      [0, -30],
      [0, -60],
    ]);
    await expect(ticked).not.toBeChecked();
    await page.touchscreen.tap(at.x, at.y);
    await expect(ticked).toBeChecked();
    await page.touchscreen.tap(at.x, at.y);
    await expect(ticked).not.toBeChecked();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    await finger(page, at, [[0, 1]], { after: () => expect(dialog).toBeVisible() });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(ticked).not.toBeChecked();
    await row(page, "Aples").getByRole("button", { name: "Edit Aples" }).click();
    await dialog.getByLabel("Item Name").fill("Apples");
    await dialog.getByLabel("Quantity", { exact: true }).fill("3");
    await dialog.getByLabel("Notes").fill("red ones");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "3 lb Apples")).toContainText("red ones");
    await expect
      .poll(() => kitchen.call("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Apples", quantity: 3, unit: "lb", notes: "red ones", category: "Fruits" }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => kitchen.call("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Aples", quantity: 2, notes: null }]);
  });

  test("the same name twice is one row and one tick; rows stand by aisle", async ({ page, kitchen }) => {
    await kitchen.open("/shopping-list?view=list");
    await put(kitchen, [
      ["Oats", "Pantry Staples"],
      ["Milk", "Dairy & Eggs", 1, "gallon"],
      ["Apples", "Fruits"],
      ["milk", "Dairy & Eggs", 2, "gallon"],
    ]);
    await page.reload();
    await expect(page.getByRole("list", { name: "Shopping list" }).getByRole("heading")).toHaveText([
      "1 item Apples",
      "3 gallons Milk",
      "1 item Oats",
    ]);
    await page.getByRole("checkbox", { name: "Mark Milk as completed" }).click();
    await expect
      .poll(
        async () =>
          (await kitchen.call<{ isCompleted: boolean }[]>("GET", "/api/shopping-list")).filter(
            ({ isCompleted }) => isCompleted,
          ).length,
      )
      .toBe(2);
  });

  test("Clear All can be undone", async ({ page, kitchen }) => {
    await kitchen.open("/shopping-list?view=list");
    await put(kitchen, [
      ["Oats", "Pantry Staples"],
      ["Milk", "Dairy & Eggs"],
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Clear All" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
    await expect(page.getByText("No items in your shopping list")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(async () => (await kitchen.call<{ name: string }[]>("GET", "/api/shopping-list")).map(({ name }) => name))
      .toEqual(["Oats", "Milk"]);
  });

  test("what is added before the catalogue is there finds its category when it comes", async ({ page, kitchen }) => {
    let arrive = () => {};
    const released = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/_virtual_catalogue-/, async (route) => {
      await released;
      await route.continue();
    });
    await kitchen.open("/shopping-list?view=list");
    const name = page.getByLabel("Item Name");
    for (const text of ["shrimp", "bread", "2 milk"]) {
      await name.fill(text);
      await name.press("Enter");
    }
    await expect
      .poll(() => kitchen.call("GET", "/api/shopping-list"))
      .toMatchObject([
        { category: "Pantry Staples" },
        { category: "Pantry Staples" },
        { name: "milk", category: "Pantry Staples" },
      ]);
    arrive();
    await expect
      .poll(() => kitchen.call("GET", "/api/shopping-list"))
      .toMatchObject([
        { name: "shrimp", category: "Meat & Poultry" },
        { name: "bread", category: "Bread & Bakery" },
        { name: "milk", category: "Dairy & Eggs", quantity: 2 },
      ]);
  });

  test("'500 g flour' is half a kilo of flour, milk is dairy, and what the catalogue knows is a tap away", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/shopping-list?view=list");
    const name = page.getByLabel("Item Name");
    await name.fill("500 g flour");
    await name.press("Enter");
    await name.fill("milk");
    await name.press("Enter");
    await name.fill("2 mozz");
    await page
      .getByRole("group", { name: "Suggestions" })
      .getByRole("button", { name: /^Add Mozzarella,/ })
      .click();
    await expect
      .poll(() => kitchen.call("GET", "/api/shopping-list"))
      .toMatchObject([
        { name: "flour", quantity: 500, unit: "g", category: "Pantry Staples" },
        { name: "milk", quantity: 1, unit: "item", category: "Dairy & Eggs" },
        { name: "Mozzarella", quantity: 2, category: "Dairy & Eggs" },
      ]);
  });

  test("one's own shared list comes back as what is missing, and doubles nothing", async ({ page, kitchen }) => {
    await kitchen.open("/shopping-list?view=list");
    await put(kitchen, [
      ["Oats", "Pantry Staples"],
      ["Milk", "Dairy & Eggs"],
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByLabel("Your Name").fill("Ana");
    await page.getByRole("button", { name: "Create Link" }).click();
    const url =
      (await page.getByRole("dialog", { name: "Your List Is Shared" }).locator("code").first().textContent()) ?? "";
    const own = new URL(url).pathname;
    await page.goto(own);
    await page.getByRole("button", { name: "Import to My List" }).click();
    await expect(page.getByText("All of these are already on your list.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your List (2 items)" })).toBeVisible();
    await page.getByRole("button", { name: "Delete Milk" }).click();
    await page.goto(own);
    await page.getByRole("button", { name: "Import to My List" }).click();
    await expect
      .poll(async () => (await kitchen.call<{ name: string }[]>("GET", "/api/shopping-list")).map(({ name }) => name))
      .toEqual(["Oats", "Milk"]);
  });

  test("while browsing, the list comes first and can be ticked, and additions do not move the shelf", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/shopping-list");
    await put(kitchen, [
      ["Oats", "Pantry Staples"],
      ["Pears", "Fruits"],
    ]);
    await page.reload();
    const card = page.getByRole("region", { name: /^Current List/ });
    const shelf = page.getByRole("button", { name: /^Dairy & Eggs/ });
    expect((await card.boundingBox())?.y).toBeLessThan((await shelf.boundingBox())?.y ?? 0);
    await shelf.click();
    const milk = page.getByRole("button", { name: /^Add Milk,/ });
    const before = (await milk.boundingBox())?.y;
    await milk.click();
    await expect(page.getByRole("heading", { name: "Current List (3 items)" })).toBeVisible();
    expect(Math.abs(((await milk.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(2);
    await card.getByRole("checkbox", { name: "Mark Pears as completed" }).click();
    await expect
      .poll(
        async () =>
          (await kitchen.call<{ name: string; isCompleted: boolean }[]>("GET", "/api/shopping-list")).find(
            ({ name }) => name === "Pears",
          )?.isCompleted,
      )
      .toBe(true);
    await expect(card.getByRole("listitem")).toHaveCount(2, { timeout: 15_000 });
  });
});

test.describe("the larder under the thumb", () => {
  test("a name typed before the catalogue loads is completed later, except fields set by the user", async ({
    page,
    kitchen,
  }) => {
    const category = page.getByLabel("Category (optional)");
    for (const [chosen, then] of [
      ["", "Dairy"],
      ["Meat", "Meat"],
    ] as const) {
      let arrive = () => {};
      const released = new Promise<void>((resolve) => (arrive = resolve));
      const answered = page.waitForResponse(/_virtual_catalogue-/);
      await page.route(/_virtual_catalogue-/, async (route) => {
        await released;
        await route.continue();
      });
      await kitchen.open("/?tab=scan");
      await page.getByLabel("Item Name").fill("mozzarella");
      if (chosen) await category.selectOption(chosen);
      await expect(category).toHaveValue(chosen);
      arrive();
      await answered;
      await expect(category).toHaveValue(then);
      await page.unroute(/_virtual_catalogue-/);
    }
  });

  test("what the catalogue knows fills in a thing added by hand; a printed date counts to its last hour", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/?tab=items");
    await page.getByRole("link", { name: "Add items" }).click();
    await page.getByRole("button", { name: /^By hand/ }).click();
    await expect(page.getByLabel("Item Name")).toBeFocused();
    await page.keyboard.type("mozzarella");
    await expect(page.getByLabel("Category (optional)")).toHaveValue("Dairy");
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    await expect
      .poll(() => kitchen.call("GET", "/api/items"))
      .toMatchObject([{ name: "mozzarella", category: "Dairy" }]);
    await page.keyboard.type("Quince paste");
    await expect(page.getByLabel("Category (optional)")).toHaveValue("");
    const day = new Date(Date.now() + 40 * 86_400_000);
    const field = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
    await page.getByLabel("Best before").fill(field);
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    const paste = async () =>
      (
        await kitchen.call<{ name: string; category: string; shelfLifeDays: number; expiresAt: string }[]>(
          "GET",
          "/api/items",
        )
      ).find(({ name }) => name === "Quince paste");
    await expect.poll(async () => (await paste())?.shelfLifeDays).toBe(40);
    expect((await paste())?.category).toBe("Other");
    expect(
      await page.evaluate((moment) => new Date(moment).toLocaleString("sv"), (await paste())?.expiresAt ?? ""),
    ).toBe(`${field} 23:59:59`);
  });

  test("the tiles filter, a tap on a card corrects it, the row stays where it was, and Undo takes it back", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([
      { name: "Cheddar", left: 11, shelfLifeDays: 14 },
      { name: "Milk", left: 2, shelfLifeDays: 5 },
      { name: "Butter", left: 20, shelfLifeDays: 30 },
    ]);
    await page.reload();
    const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
    const tile = page.getByRole("button", { name: "Soon (Expiring)" });
    await tile.click();
    await expect(names).toHaveText(["Milk"]);
    await tile.click();
    await expect(names).toHaveText(["Milk", "Cheddar", "Butter"]);
    await names.filter({ hasText: "Milk" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const days = dialog.getByLabel("Shelf Life (days)", { exact: true });
    await days.fill(String(Number(await days.inputValue()) + 14));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Milk" }) })).toContainText(
      "16 days left",
    );
    await expect(names).toHaveText(["Milk", "Cheddar", "Butter"]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect
      .poll(
        async () =>
          (await kitchen.call<{ name: string; shelfLifeDays: number }[]>("GET", "/api/items")).find(
            ({ name }) => name === "Milk",
          )?.shelfLifeDays,
      )
      .toBe(5);
  });

  test("eaten is one tap, half of it two", async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([
      { name: "Cheddar", left: 11 },
      { name: "Milk", left: 2, quantity: 3 },
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Used up: Cheddar" }).click();
    await expect
      .poll(() => kitchen.call("GET", "/api/items/archived"))
      .toMatchObject([{ name: "Cheddar", outcome: "used" }]);
    await choose(page, "Milk", "½ left");
    await expect
      .poll(() => kitchen.call("GET", "/api/items"))
      .toMatchObject([{ name: "Milk", quantity: 3, left: 0.5 }]);
    await expect(page.getByRole("listitem")).toContainText("½ left");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect
      .poll(async () => (await kitchen.call<{ left?: number }[]>("GET", "/api/items"))[0]?.left)
      .toBeUndefined();
  });

  test("four that are the same are corrected at once", async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([1, 2, 3, 4].map(() => ({ name: "Jogh Erdb", left: 6, shelfLifeDays: 7 })));
    await page.reload();
    await page.getByRole("heading", { name: "Jogh Erdb" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    await dialog.getByLabel("Item Name").fill("Strawberry yogurt");
    await dialog.getByRole("switch", { name: /^Change all 3 others too/ }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await kitchen.call<{ name: string }[]>("GET", "/api/items")).map(({ name }) => name))
      .toEqual(["Strawberry yogurt", "Strawberry yogurt", "Strawberry yogurt", "Strawberry yogurt"]);
  });
});

test("the bar stands on every page but a guest's, and leads to the list by its name", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await page.getByRole("link", { name: "Shopping List", exact: true }).click();
  await expect(page).toHaveURL(/\/shopping-list$/);
  for (const path of ["/shopping-list?view=list", "/settings", "/legal"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Scan Receipt" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Shopping List", exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "My Items", exact: true }).click();
  await expect(page.getByRole("tab", { name: "My Items" })).toHaveAttribute("aria-selected", "true");
  await page.goto("/shared/abcdefghijklmnopqrstuv");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("link", { name: "Scan Receipt" })).toHaveCount(0);
});

test("a photo that cannot be read says why beside it, for as long as it is there", async ({ page }) => {
  await setScene(page, { empty: true });
  await page.route("**/api/extract", (route) =>
    route.fulfill({
      status: 422,
      json: { error: "no_items_found", message: "No groceries were found on this picture." },
    }),
  );
  await page.goto("/?tab=scan");
  await page.locator("input[type=file]").setInputFiles("public/icons/icon-512.png");
  const picker = page.getByRole("region", { name: "Receipt image" });
  await picker.getByRole("button", { name: "Process Receipt" }).click();
  await expect(picker.getByRole("alert")).toContainText("Processing Failed");
  await expect(picker.getByRole("alert")).toContainText("No groceries were found on this picture.");
  await picker.getByRole("button", { name: "Remove" }).click();
  await expect(picker.getByRole("alert")).toHaveCount(0);
});

test("a scan is known by its shop and date", async ({ page }) => {
  await setScene(page);
  await page.goto("/?tab=history");
  await expect(
    page.getByRole("button", { name: /^Receipt Scan #0199aa11 ?Green Valley Market · Nov 21, 2026/ }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Receipt Scan #0199bb22 ?Nov 15, 2026/ })).toBeVisible();
});

test.describe("on the narrowest phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  for (const locale of ["en-US", "de-DE"] as const) {
    test.describe(locale, () => {
      test.use({ locale });
      test("filters, bar and add button stay on the screen, and every target is large enough", async ({ page }) => {
        await setScene(page);
        await page.goto("/?tab=items");
        await expect(page.getByRole("heading", { name: "Whole milk" })).toBeVisible();
        const outside = () =>
          page.evaluate(() =>
            Array.from(document.querySelectorAll("button, a"))
              .filter(
                (element) =>
                  element.getBoundingClientRect().right > innerWidth + 0.5 && element.getBoundingClientRect().width > 0,
              )
              .map((element) => element.textContent),
          );
        expect(await outside()).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        const day = page
          .getByRole("group", {
            name:
              locale === "de-DE" ? "Tippe auf einen Tag, um zu sehen, was abläuft" : "Tap a day to see what expires",
          })
          .getByRole("button")
          .nth(1);
        await page.getByRole("button", { name: locale === "de-DE" ? "Diese Woche" : "This week" }).click();
        await day.click();
        expect(
          (
            await page
              .getByRole("button", { name: locale === "de-DE" ? "Alle Tage zeigen" : "Show all days" })
              .boundingBox()
          )?.height,
        ).toBeGreaterThanOrEqual(44);
        await page.goto("/settings");
        await expect(page.getByRole("switch").first()).toBeVisible();
        expect(await outside()).toEqual([]);
        const hit = await page
          .getByRole("switch")
          .first()
          .evaluate((element) => {
            const box = element.getBoundingClientRect();
            element.scrollIntoView({ block: "center" });
            const now = element.getBoundingClientRect();
            return [now.top - 6, now.bottom + 6].map(
              (y) => document.elementFromPoint(box.left + box.width / 2, y) === element,
            );
          });
        expect(hit).toEqual([true, true]);
      });
    });
  }
});

test("a printed list keeps its title within the margin", async ({ page }) => {
  await setScene(page);
  await page.goto("/shopping-list?view=list");
  await expect(row(page, "Apples")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const title = await page.getByRole("heading", { name: "Shopping List", level: 1 }).boundingBox();
  const card = await page.getByRole("list", { name: "Shopping list" }).boundingBox();
  expect(title?.x).toBeGreaterThanOrEqual(card?.x ?? 999);
});
