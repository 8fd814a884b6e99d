import { expect, type BrowserContext, type Page } from "@playwright/test";
import { waitingChanges, writeCache, type Larder } from "./larder";

/** Leaves Butter among the items and Oats on the list, both in the browser's cache; shows the items. */
export async function cacheButterAndOats(page: Page, larder: Larder, site = ""): Promise<void> {
  await larder.addItems([{ name: "Butter", left: 9 }]);
  await larder.addRows({ name: "Oats" });
  await page.goto(`${site}/shopping-list?view=list`);
  await expect(page.getByText("Oats")).toBeVisible();
  await writeCache(page);
  await page.goto(`${site}/?tab=items`);
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await writeCache(page);
}

/**
 * Starts the site three times while the server cannot be used. Expects Butter, Oats, and the change of the first start.
 */
export async function expectOfflineStarts(context: BrowserContext, site = ""): Promise<void> {
  for (let start = 0; start < 3; start += 1) {
    const tab = await context.newPage();
    await tab.goto(`${site}/?tab=items`);
    await expect(tab.getByRole("heading", { name: "Butter" })).toBeVisible();
    await tab.goto(`${site}/shopping-list?view=list`);
    await expect(tab.getByText("Oats")).toBeVisible();
    if (start === 0) {
      await expect(tab.getByText("Your List (1 item)")).toBeVisible();
      await tab.getByLabel("Item name").fill("Rice");
      await tab.keyboard.press("Enter");
    }
    await expect(tab.getByText("Your List (2 items)")).toBeVisible();
    await expect.poll(() => waitingChanges(tab)).toBe(1);
    await writeCache(tab);
    await tab.close();
  }
}
