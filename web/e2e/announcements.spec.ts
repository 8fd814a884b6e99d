import { liveRegions } from "./support/accessibility-tree";
import { choose, expect, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/**
 * What a screen reader is told, by the browser's accessibility tree: a text is announced if it is put into a live region
 * that was in the tree before.
 */
async function announces(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  // A region that has just come needs a moment to be noticed.
  await page.waitForTimeout(500);
  const before = new Map((await liveRegions(page)).map(({ id, text: was }) => [id, was]));
  await act();
  const matches = (said: string) => (typeof text === "string" ? said.includes(text) : text.test(said));
  await expect
    .poll(async () => (await liveRegions(page)).filter(({ id, text: is }) => before.get(id) !== is && matches(is)))
    .toHaveLength(1);
  const [said] = (await liveRegions(page)).filter(({ text: is }) => matches(is));
  expect(before.has(said?.id ?? 0), `the region of “${said?.text}” was there before`).toBe(true);
}

const close = (page: Page) => page.getByRole("region", { name: /F8/ }).getByRole("button", { name: "Close" }).click();

test("toasts are announced before, above and after a dialog", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([
    { name: "Butter", left: 9 },
    { name: "Ham", left: 2, category: "Meat" },
    { name: "Milk", left: 4 },
  ]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Milk" })).toBeVisible();
  await announces(page, "Butter", () => choose(page, "Butter", "Archive"));
  await close(page);
  await page.getByRole("button", { name: "Account & Statistics" }).click();
  const dialog = page.getByRole("dialog", { name: "Account & Statistics" });
  await expect(dialog).toBeVisible();
  await announces(page, "Data cleared successfully", async () => {
    await dialog.getByRole("button", { name: "Clear All Data" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All Data" }).click();
  });
  await close(page);
  if (await dialog.isVisible()) await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goto("/shopping-list?view=list");
  await page.getByLabel("Item Name").fill("Oats");
  await announces(page, "Item Added", () => page.keyboard.press("Enter"));
});

test("the status line is announced from its first words", async ({ page, context, kitchen }) => {
  await kitchen.open("/shopping-list");
  await expect(page.getByRole("heading", { name: "Browse Common Items" })).toBeVisible();
  await announces(page, "You're offline. Changes sync later.", () => context.setOffline(true));
});

test("a stepped number is announced", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=scan");
  await page.getByLabel("Quantity").scrollIntoViewIfNeeded();
  await announces(page, /^2$/, () => page.getByRole("button", { name: "More: Quantity" }).click());
});
