import { setScene } from "./support/scene";
import { areApart, choose, chooseClearAll, closeToast, expect, listRow, test, toasts } from "./support/larder";

type Page = import("@playwright/test").Page;

test.describe("the install card", () => {
  test.use({ installed: false });
  const card = (page: Page) => page.getByRole("complementary", { name: "Install App" });

  test("is visible without scrolling in an empty larder", async ({ page }) => {
    await setScene(page, { empty: true });
    for (const path of ["/", "/?tab=scan"]) {
      await page.goto(path);
      await expect(card(page)).toBeInViewport({ ratio: 1 });
    }
  });

  test("is the only prompt, and never over a selection or in shop mode", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=items");
    await expect(card(page)).toBeVisible();
    await expect(page.locator('[class*="floats"]').filter({ visible: true })).toHaveCount(1);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Select several" }).click();
    await expect(page.getByRole("region", { name: "Select several" })).toBeVisible();
    await expect(card(page)).toBeHidden();
    await page.getByRole("button", { name: "Done selecting" }).click();
    await expect(card(page)).toBeVisible();
    await page.goto("/shopping-list?view=list&shop");
    await expect(page.getByRole("heading", { name: "6 still to get" })).toBeVisible();
    // It is due two seconds after the load, and comes as soon as the shop is left.
    await page.waitForFunction(() => performance.now() > 4_000);
    await expect(card(page)).toBeHidden();
  });

  test("floats over a larder with items, and the page scrolls far enough to uncover its end", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=scan");
    await expect(card(page)).toHaveCSS("position", "fixed");
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
    expect(await areApart(card(page), add)).toBe(true);
  });

  test("is hidden while the user types, a toast is shown or a dialog is open", async ({ page }) => {
    await setScene(page);
    await page.goto("/shopping-list?view=list");
    await expect(card(page)).toBeVisible();
    await page.getByLabel("Item name").focus();
    await expect(card(page)).toBeHidden();
    await page.getByLabel("Item name").blur();
    await expect(card(page)).toBeVisible();
    await choose(page, "Apples", "Delete");
    await expect(page.getByText("Item Removed", { exact: true })).toBeVisible();
    await expect(card(page)).toBeHidden();
    await closeToast(page);
    await expect(card(page)).toBeVisible();
    await chooseClearAll(page);
    await expect(card(page)).toBeHidden();
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("shows a toast and a dialog without overlap", async ({ page }) => {
    await setScene(page);
    await page.goto("/shopping-list?view=list");
    await page.getByRole("button", { name: "Mehr zu Apples" }).click();
    await page.getByRole("menuitem", { name: "Löschen" }).click();
    const toast = toasts(page);
    await expect(toast.getByRole("button", { name: "Rückgängig" })).toBeVisible();
    await page.getByRole("button", { name: "Mehr zu dieser Liste" }).click();
    await page.getByRole("menuitem", { name: "Alles leeren" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(/nicht rückgängig/);
    // The dialog is animated.
    await expect.poll(() => areApart(toast, dialog)).toBe(true);
  });

  test("describes a day without expiring items, and shows the whole label of a swipe", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=items");
    await page.getByRole("button", { name: "Weitere Aktionen" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Diese Woche" }).click();
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

test.describe("on the narrowest phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, locale: "de-DE" });
  // That nothing reaches out of the screen: zoom.spec.ts.
  test("has targets of 44 pixels around small controls", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=items");
    await page.getByRole("button", { name: "Weitere Aktionen" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Diese Woche" }).click();
    const days = page.getByRole("group", { name: "Tippe auf einen Tag, um zu sehen, was abläuft" });
    await days.getByRole("button").nth(1).click();
    const all = await page.getByRole("button", { name: "Alle Tage zeigen" }).boundingBox();
    expect(all?.height).toBeGreaterThanOrEqual(44);
    await page.goto("/settings");
    const hit = await page
      .getByRole("switch")
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ block: "center" });
        const { left, width, top, bottom } = element.getBoundingClientRect();
        return [top - 6, bottom + 6].map((y) => document.elementFromPoint(left + width / 2, y) === element);
      });
    expect(hit).toEqual([true, true]);
  });
});

test("keeps a printed list's title within the margin", async ({ page }) => {
  await setScene(page);
  await page.goto("/shopping-list?view=list");
  await expect(listRow(page, "Apples")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const title = await page.getByRole("heading", { name: "Shopping List", level: 1 }).boundingBox();
  const card = await page.getByRole("list", { name: "Shopping list" }).boundingBox();
  expect(title?.x).toBeGreaterThanOrEqual(card?.x ?? 999);
});
