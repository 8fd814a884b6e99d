import { setScene } from "./support/scene";
import { expect, test } from "./support/larder";

test("a wide screen fills its width: two cards to a row, tabs that stand still, a toast beside the add button", async ({ page }) => {
  await setScene(page);
  await page.goto("/?tab=items");
  const cards = page.getByRole("list", { name: "Items" }).getByRole("listitem");
  await expect(cards).toHaveCount(9);
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect(second?.y).toBe(first?.y);
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  const tab = page.getByRole("tab", { name: "Scan Receipt" });
  const place = await tab.boundingBox();
  await page.getByRole("button", { name: "Archive Bananas" }).click();
  const toast = await page.getByRole("region", { name: /F8/ }).boundingBox();
  const add = await page.getByRole("link", { name: "Add items" }).boundingBox();
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThan(add?.x ?? 0);
  await tab.click();
  await expect(page.getByRole("heading", { name: "Scan Receipt" })).toBeVisible();
  expect(await tab.boundingBox()).toEqual(place);
  await page.getByRole("link", { name: "Settings" }).click();
  const title = page.getByRole("heading", { name: "Settings", level: 1 });
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.x).toBe((await page.getByRole("link", { name: /^Larder/ }).boundingBox())?.x);
});
