import { setScene } from "./support/scene";
import { choose, expect, test, toasts } from "./support/larder";

test.beforeEach(async ({ page }) => {
  await setScene(page);
  await page.goto("/?tab=items");
});

test("shows the details of an item beside the list", async ({ page }) => {
  const cards = page.getByRole("list", { name: "Items" }).getByRole("listitem");
  await expect(cards).toHaveCount(9);
  const [first, beside] = [
    await cards.nth(0).boundingBox(),
    await page.getByRole("region", { name: "Romaine lettuce" }).boundingBox(),
  ];
  expect(beside?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  await page.getByRole("button", { name: "Whole milk", exact: true }).click();
  const milk = page.getByRole("region", { name: "Whole milk" });
  await expect(milk).toContainText("5 days in the fridge (Larder's table)");
  await expect(milk.getByRole("heading", { name: "Whole milk", level: 2 })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Whole milk", exact: true })).toBeFocused();
  await milk.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Item" })).toBeVisible();
});

test("shows a toast beside the add button", async ({ page }) => {
  await choose(page, "Bananas", "Archive");
  await expect(toasts(page).getByRole("button", { name: "Undo" })).toBeVisible();
  const toast = await toasts(page).boundingBox();
  const add = await page.getByRole("link", { name: "Add items" }).boundingBox();
  expect((toast?.x ?? 9_999) + (toast?.width ?? 0)).toBeLessThan(add?.x ?? 0);
});

test("keeps tabs and titles at their place on every page", async ({ page }) => {
  const tab = page.getByRole("tab", { name: "Scan Receipt" });
  const before = await tab.boundingBox();
  await tab.click();
  await expect(page.getByRole("heading", { name: "Scan Receipt" })).toBeVisible();
  expect(await tab.boundingBox()).toEqual(before);
  await page.getByRole("link", { name: "Settings" }).click();
  const title = page.getByRole("heading", { name: "Settings", level: 1 });
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.x).toBe((await page.getByRole("link", { name: /^Larder/ }).boundingBox())?.x);
});
