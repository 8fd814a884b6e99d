import { choose, expect, test } from "./support/larder";

// Tests the Back button of a computer, which no dialog handles by itself.

type Page = import("@playwright/test").Page;

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("Back asks before it discards an edit, and closes an unchanged form", async ({ page, larder }) => {
  await larder.open("/?tab=archived");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  await page.getByRole("tab", { name: "My Items" }).click();
  await choose(page, "Butter", "Edit");
  await page.goBack();
  await expect(dialog(page, "Edit Item")).toBeHidden();
  await choose(page, "Butter", "Edit");
  const name = dialog(page, "Edit Item").getByLabel("Item name");
  await name.fill("Butter from the farm");
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(question(page)).toBeHidden();
  await expect(name).toHaveValue("Butter from the farm");
  await page.goBack();
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(dialog(page, "Edit Item")).toBeHidden();
  await expect(page).toHaveURL("/?tab=items");
  // No entry of a dialog is left.
  await page.waitForFunction(() => (history.state as { dialog?: number } | null)?.dialog === undefined);
  await page.goBack();
  await expect(page).toHaveURL("/?tab=archived");
});

test("Back asks before it closes the add sheet with a typed name", async ({ page, larder }) => {
  await larder.open("/settings");
  const sheet = dialog(page, "Add Item Manually");
  const open = async () => {
    await page.getByRole("link", { name: "Add items" }).click();
    await page.getByRole("button", { name: /^By hand/ }).click();
  };
  await open();
  await page.goBack();
  await expect(page).toHaveURL("/settings");
  await open();
  await sheet.getByLabel("Item name").fill("Strawberry jam");
  await page.goBack();
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(sheet.getByLabel("Item name")).toHaveValue("Strawberry jam");
  await page.goBack();
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/settings");
  await page.goto("/?tab=scan&add=hand");
  await sheet.getByLabel("Item name").fill("Quince jam");
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/?tab=scan");
});

test("Back does not close the recovery code, which is shown only once", async ({ page, larder }) => {
  await larder.open("/settings");
  await page.getByRole("link", { name: /Together/ }).click();
  await page.getByRole("button", { name: "Create a recovery code" }).click();
  const saved = page.getByRole("button", { name: "I saved it" });
  await expect(page.locator("output span")).toHaveCount(5);
  await page.goBack();
  await expect(page.locator("output span")).toHaveCount(5);
  await saved.click();
  await expect(saved).toBeHidden();
});

test("a reload asks while a form is changed", async ({ page, larder }) => {
  await larder.open("/?tab=items", [{ name: "Butter", left: 9 }]);
  await choose(page, "Butter", "Edit");
  await dialog(page, "Edit Item").getByLabel("Item name").fill("Better");
  const asked = page.waitForEvent("dialog");
  const reloading = page.evaluate(() => location.reload()).catch(() => undefined);
  expect((await asked).type()).toBe("beforeunload");
  await (await asked).dismiss();
  await reloading;
  await expect(dialog(page, "Edit Item").getByLabel("Item name")).toHaveValue("Better");
});
