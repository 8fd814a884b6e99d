import { setScene } from "./support/scene";
import { expect, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** What stands in nobody's way: boxes on the screen that do not touch. */
async function apart(one: ReturnType<Page["locator"]>, other: ReturnType<Page["locator"]>): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("One of the two is not on the screen.");
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

test.describe("the install card", () => {
  test.use({ installed: false });
  const card = (page: Page) => page.getByRole("complementary", { name: "Install App" });

  for (const path of ["/?tab=scan", "/shared/Xk3vT9QmR2pLw7aBcDeFgH"]) {
    test(`lies over nothing where nothing is kept yet: ${path}`, async ({ page }) => {
      await setScene(page, { empty: true });
      await page.goto(path);
      await expect(card(page)).toHaveCSS("position", "static", { timeout: 15_000 });
    });
  }

  test("floats over a larder with things in it, and what it lies over can be scrolled clear", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=items");
    await expect(page.getByRole("heading", { name: "Whole milk" })).toBeVisible();
    await page.getByRole("tab", { name: "Scan Receipt" }).click();
    await expect(card(page)).toHaveCSS("position", "fixed", { timeout: 15_000 });
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

for (const [locale, remove, clear, question] of [["en-US", "Delete Apples", "Clear All", /cannot be undone/], ["de-DE", "Apples löschen", "Alles leeren", /nicht rückgängig/]] as const) {
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
    await page.route("**/api/extract", (route) => route.fulfill({ status: 409, json: { error: "duplicate_receipt", message: "You scanned this.", existingSessionId: "0199aa11-0000-7000-8000-000000000101", existingItems } }));
    await page.route("**/api/scan-sessions/*/add-to-shopping-list", (route) => route.fulfill({ json: { message: "3 items added to the shopping list." } }));
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
    await page.getByRole("button", { name: /^Heute: nichts/ }).click();
    await expect(page.getByRole("heading", { name: "Heute ist nichts fällig" })).toBeVisible();
    await page.getByRole("button", { name: /^Mi\., 25\. Nov\.: nichts/ }).click();
    await expect(page.getByRole("heading", { name: "Am Mi., 25. Nov. ist nichts fällig" })).toBeVisible();
    await page.getByRole("button", { name: "Alle Tage zeigen" }).click();
    const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Bananas" }) }).locator("> div").last();
    await row.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const box = await row.boundingBox();
    if (!box) throw new Error("no row");
    await page.mouse.move(box.x + 60, box.y + 18);
    await page.mouse.down();
    await page.mouse.move(box.x + 220, box.y + 18, { steps: 5 });
    const word = page.getByText("Archiv", { exact: true }).first();
    const moved = await row.boundingBox();
    const label = await page.locator("li > div > span", { hasText: "Archiv" }).first().boundingBox();
    expect(await word.count()).toBe(1);
    expect((label?.x ?? 0) + (label?.width ?? 999)).toBeLessThanOrEqual(moved?.x ?? 0);
    await page.mouse.up();
  });
});
