import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./support/larder";

const screens = [
  ["an empty larder", "/?tab=items", false], ["items", "/?tab=items", true], ["scan", "/?tab=scan", false], ["history", "/?tab=history", true],
  ["archived", "/?tab=archived", true], ["shopping list", "/shopping-list", false], ["settings", "/settings", false], ["legal", "/legal", false],
  ["an unknown page", "/nowhere", false], ["a shared list that is gone", "/shared/abcdefghijklmnopqrstuv", false],
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  for (const locale of ["en-US", "de-DE"] as const) {
    test.describe(`${colorScheme}, ${locale}`, () => {
      test.use({ colorScheme, locale });
      for (const [name, path, stocked] of screens) {
        test(`axe finds nothing wrong with ${name}`, async ({ page, kitchen }) => {
          await page.goto("/");
          await page.waitForFunction(() => localStorage.getItem("larder.session") !== null);
          if (stocked) {
            await kitchen.stock([{ name: "Whole milk", left: 0.5 }, { name: "Lettuce", left: -1, category: "Vegetable" }, { name: "Cheddar", left: 11 }]);
            const [first] = await kitchen.stock([{ name: "Ham", left: 2, category: "Meat" }]);
            await kitchen.call("PATCH", `/api/items/${first}/archive`);
          }
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.waitForTimeout(400); // entrances end before contrast is measured
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
        });
      }
    });
  }
}

test("axe finds nothing wrong with the dialogs of the main page", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([{ name: "Whole milk", left: 0.5 }]);
  await page.reload();
  for (const opener of ["Edit Whole milk", "Delete All", "Account & Statistics"]) {
    await page.getByRole("button", { name: opener }).click();
    await expect(page.locator("dialog[open]")).toBeVisible();
    await page.waitForTimeout(400);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${opener}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog[open]")).toHaveCount(0);
  }
});
