import AxeBuilder from "@axe-core/playwright";
import { expect, test, toasts, waitForScreen } from "./support/larder";
import { textOf } from "./support/messages";
import { SCREENS, setScene } from "./support/scene";

type Page = import("@playwright/test").Page;

/** The language of the audited pages. */
const LANGUAGE = "en-US";

/** Runs axe with its default rules in the light theme, and those of contrast in the dark one too. Names the screen. */
async function audit(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // Waits until the page has changed its colours.
    await page.waitForFunction((dark) => {
      const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return red < 128 === dark && document.getAnimations().every(({ playState }) => playState !== "running");
    }, theme === "dark");
    // The site has no frames, for which axe would open a page each.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (theme === "dark") axe.withRules(["color-contrast"]);
    const { violations, passes } = await axe.analyze();
    // A page on which nothing could be measured would pass as well.
    if (!passes.some(({ id }) => id === "color-contrast")) found.push(`${screen} (${theme}): nothing was measured`);
    found.push(
      ...violations.map(({ id, nodes }) => `${screen} (${theme}): ${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    );
  }
  return found;
}

// The rules of axe do not depend on the language. That each text exists in every language is checked when the site is
// built, and how the longer ones are laid out by `zoom.spec.ts`.
test.describe("axe", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test.setTimeout(300_000);

  test("has no axe violations on any page", { tag: "@main" }, async ({ page, larder }) => {
    await larder.open("/?tab=items");
    await waitForScreen(page);
    const found = await audit(page, "an empty larder");
    await larder.addItems([
      { name: "Whole milk", left: 0.5 },
      { name: "Lettuce", left: -1, category: "Vegetable" },
      { name: "Cheddar", left: 11 },
    ]);
    const [ham, eggs] = await larder.addItems([
      { name: "Ham", left: 2, category: "Meat" },
      { name: "Eggs", left: 2 },
    ]);
    await larder.call("PATCH", `/api/items/${ham}/archive`);
    await larder.call("PATCH", `/api/items/${eggs}/delete`);
    await larder.addRows({ name: "Oats", category: "Pantry Staples", notes: "the coarse ones" });
    const [tea] = await larder.addRows({ name: "Tea", category: "Beverages" });
    await larder.call("PATCH", `/api/shopping-list/${tea}/toggle`);
    for (const path of [...SCREENS, "/link?recover"]) {
      await page.goto(path);
      await waitForScreen(page);
      found.push(...(await audit(page, path)));
    }
    expect(found).toEqual([]);
  });

  test("has no axe violations on a scanned receipt and a shared list", async ({ page }) => {
    await setScene(page);
    await page.goto("/?tab=history");
    await page
      .getByRole("button", { name: /0199aa11/ })
      .first()
      .click();
    await expect(page.getByText("Cheddar")).toBeVisible();
    const found = await audit(page, "history");
    await page.goto("/shared/Xk3vT9QmR2pLw7aBcDeFgH");
    await expect(page.getByText("Rolled oats")).toBeVisible();
    found.push(...(await audit(page, "a shared list")));
    expect(found).toEqual([]);
  });

  test("has no axe violations in dialogs and toasts", async ({ page, larder }) => {
    await larder.open("/?tab=items");
    await larder.addItems([
      { name: "Whole milk", left: 0.5 },
      { name: "Cheddar", left: 11 },
    ]);
    await larder.addRows({ name: "Oats", category: "Pantry Staples", quantity: 2, unit: "bag" });
    const found: string[] = [];
    const look = async (opener: string | RegExp, menu?: string) => {
      if (menu !== undefined) await page.getByRole("button", { name: menu }).click();
      await page
        .getByRole(menu === undefined ? "button" : "menuitem", { name: opener })
        .first()
        .click();
      await expect(page.locator("dialog[open]")).toBeVisible();
      found.push(...(await audit(page, String(opener))));
      await page.keyboard.press("Escape");
      await expect(page.locator("dialog[open]")).toHaveCount(0);
    };
    await page.reload();
    for (const opener of ["Whole milk", textOf(LANGUAGE, "common.account")]) await look(opener);
    await look(textOf(LANGUAGE, "items.deleteAll"), textOf(LANGUAGE, "items.moreActions"));
    for (const menu of [textOf(LANGUAGE, "items.moreActions"), textOf(LANGUAGE, "items.more", { name: "Cheddar" })]) {
      if (menu.includes("Cheddar")) await page.getByRole("button", { name: "Cheddar", exact: true }).click();
      await page.getByRole("button", { name: menu }).click();
      await expect(page.getByRole("menu", { name: menu })).toBeVisible();
      found.push(...(await audit(page, menu)));
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog[open]")).toHaveCount(0);
    await page.getByRole("button", { name: textOf(LANGUAGE, "items.moreActions") }).click();
    await page.getByRole("menuitem", { name: textOf(LANGUAGE, "items.selectSeveral") }).click();
    await page.getByRole("checkbox", { name: "Cheddar" }).check();
    await expect(page.getByRole("status").filter({ hasText: /^1 \S+$/ })).toBeVisible();
    found.push(...(await audit(page, "several at once")));
    await page.getByRole("button", { name: textOf(LANGUAGE, "items.archive") }).click();
    await expect(toasts(page).getByRole("button").first()).toBeVisible();
    await page.keyboard.press("F8"); // it stays while it has the focus
    found.push(...(await audit(page, "a toast")));
    await page.goto("/?tab=scan");
    for (const opener of ["scan.takePhoto", "fields.scanDate"]) await look(textOf(LANGUAGE, opener));
    await page.goto("/shopping-list?view=list");
    for (const opener of [textOf(LANGUAGE, "shopping.import"), textOf(LANGUAGE, "shopping.share")]) await look(opener);
    await page.goto("/settings");
    await look(textOf(LANGUAGE, "places.add"));
    await page.goto("/together");
    await look(textOf(LANGUAGE, "household.add"));
    // This dialog shows a secret: only its own button closes it.
    await page.getByRole("button", { name: textOf(LANGUAGE, "household.recoveryMake") }).click();
    await expect(page.locator("dialog[open]")).toBeVisible();
    found.push(...(await audit(page, "recovery code")));
    expect(found).toEqual([]);
  });
});

test("keeps selected elements recognisable in forced colours", async ({ page, larder }) => {
  await larder.open("/?tab=items&filter=soon&day=1");
  await larder.addItems([{ name: "Whole milk", left: 1 }]);
  await page.emulateMedia({ forcedColors: "active" });
  // Elements marked by their background only, which forced colours remove.
  const unmarked = () =>
    page.evaluate(() =>
      Array.from(
        document.querySelectorAll(
          "[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])",
        ),
      )
        .filter((element) => element.checkVisibility() && getComputedStyle(element).outlineStyle === "none")
        .map((element) => element.textContent),
    );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Whole milk" })).toBeVisible();
  expect(await page.getByRole("button", { pressed: true }).count()).toBeGreaterThanOrEqual(2);
  expect(await unmarked()).toEqual([]);
  await page.goto("/settings");
  const toggle = page.getByRole("switch").first();
  await expect(toggle).toBeVisible();
  expect(await unmarked()).toEqual([]);
  const looks = () =>
    toggle.evaluate((element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element, "::after").backgroundColor,
    ]);
  const before = await looks();
  expect(before[0]).not.toBe(before[1]);
  await toggle.click();
  await expect.poll(looks).not.toEqual(before);
});

test("focuses a new page's title", async ({ page, larder }) => {
  await larder.open("/?tab=items");
  for (const [name, title] of [
    ["Shopping List", "Shopping List"],
    ["Settings", "Settings"],
    ["My Items", "My Items"],
  ] as const) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
  }
});
