import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** axe with every rule it has by default, contrast counted; what it finds is named with the screen it was found on. */
async function audit(page: Page, screen: string): Promise<string[]> {
  await page.waitForTimeout(300); // entrances end before contrast is measured
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${screen}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

const SCREENS = [
  ["items", "/?tab=items"], ["scan", "/?tab=scan"], ["history", "/?tab=history"], ["archived", "/?tab=archived"], ["shopping list", "/shopping-list"],
  ["my list", "/shopping-list?view=list"], ["settings", "/settings"], ["legal", "/legal"], ["an unknown page", "/nowhere"],
  ["a shared list that is gone", "/shared/abcdefghijklmnopqrstuv"],
] as const;

// Contrast depends on the theme and names depend on the language, so two runs see each page in both themes and in both languages.
for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "de-DE"]] as const) {
  test.describe(`${colorScheme}, ${locale}`, () => {
    test.use({ colorScheme, locale });

    test("axe finds nothing wrong with any page", async ({ page, kitchen }) => {
      test.setTimeout(300_000);
      await kitchen.open("/?tab=items");
      const found = await audit(page, "an empty larder");
      await kitchen.stock([{ name: "Whole milk", left: 0.5 }, { name: "Lettuce", left: -1, category: "Vegetable" }, { name: "Cheddar", left: 11 }]);
      const [ham] = await kitchen.stock([{ name: "Ham", left: 2, category: "Meat" }]);
      await kitchen.call("PATCH", `/api/items/${ham}/archive`);
      await kitchen.call("POST", "/api/shopping-list", { name: "Oats", category: "Pantry Staples", quantity: 2, unit: "bag", notes: "the coarse ones" });
      const list = await kitchen.call<{ id: string }>("POST", "/api/shopping-list", { name: "Tea", category: "Beverages", quantity: 1, unit: "box", notes: "" });
      await kitchen.call("PATCH", `/api/shopping-list/${list.id}/toggle`);
      for (const [name, path] of SCREENS) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        found.push(...(await audit(page, name)));
      }
      expect(found).toEqual([]);
    });

    test("axe finds nothing wrong with the dialogs", async ({ page, kitchen }) => {
      const german = locale === "de-DE";
      await kitchen.open("/?tab=items");
      await kitchen.stock([{ name: "Whole milk", left: 0.5 }]);
      await kitchen.call("POST", "/api/shopping-list", { name: "Oats", category: "Pantry Staples", quantity: 2, unit: "bag", notes: "" });
      const found: string[] = [];
      const look = async (opener: string | RegExp) => {
        await page.getByRole("button", { name: opener }).first().click();
        await expect(page.locator("dialog[open]")).toBeVisible();
        found.push(...(await audit(page, String(opener))));
        await page.keyboard.press("Escape");
        await expect(page.locator("dialog[open]")).toHaveCount(0);
      };
      await page.reload();
      for (const opener of german ? [/Whole milk.*bearbeiten/, "Alle löschen", "Konto & Statistik"] : ["Edit Whole milk", "Delete All", "Account & Statistics"]) await look(opener);
      await page.goto("/shopping-list?view=list");
      for (const opener of german ? ["Übernehmen", "Teilen"] : ["Import", "Share"]) await look(opener);
      expect(found).toEqual([]);
    });
  });
}
