import { setScene } from "./support/scene";
import { expect, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** Returns true if two boxes on the screen do not touch. */
async function apart(one: ReturnType<Page["locator"]>, other: ReturnType<Page["locator"]>): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("One of the two is not on the screen.");
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Shopping list" }).getByRole("listitem").filter({ hasText: name });

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
