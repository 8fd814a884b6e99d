import { choose, expect, expectToast, itemCard, test } from "./support/larder";

interface Item {
  name: string;
  storage: string;
  place?: string;
  expiresAt: string;
}

test("adds a place, keeps food in it, finds it there and removes the place", async ({ page, larder }) => {
  await larder.open("/settings");
  await larder.addItems([{ name: "Bread", left: 2, category: "Bakery", shelfLifeDays: 3, unit: "loaf" }]);
  const bread = async () =>
    (await larder.call<Item[]>("GET", "/api/items")).find(({ name }) => name === "Bread") as Item;
  const places = page.getByRole("region", { name: "Your places" });
  await places.getByRole("button", { name: "Add a place" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("freezer");
  await expect(dialog.getByText("There is already a place with this name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Second freezer");
  await dialog.getByLabel("Stores food like a …").selectOption("Freezer");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(places.getByRole("listitem")).toContainText("Keeps like: Freezer");

  // An item moves into it in the editor, and has the date that it has in a freezer.
  await page.goto("/?tab=items");
  await choose(page, "Bread", "Edit");
  const editor = page.getByRole("dialog", { name: "Edit Item" });
  await editor.getByLabel("Stored in").selectOption("Second freezer");
  await editor.getByRole("button", { name: "Save" }).click();
  await expectToast(page, /^Bread moved\. Keeps until /);
  await expect(itemCard(page, "Bread")).toContainText("Second freezer");
  await expect(itemCard(page, "Bread")).toContainText("4 months left");
  await expect.poll(async () => (await bread()).storage).toBe("freezer");

  // A new item goes there at once.
  await page.goto("/?tab=scan");
  await page.getByLabel("Item name").fill("Peas");
  await page.getByLabel("Stored in").selectOption("Second freezer");
  await page.getByRole("button", { name: "Add Item" }).click();
  await expectToast(page, /^Peas · until /);
  await page.goto("/?tab=items");
  await larder.addItems([{ name: "Milk", left: 4 }]);
  await page.reload();
  await page.getByRole("button", { name: "Second freezer", exact: true }).click();
  await expect(itemCard(page, "Peas")).toContainText("Second freezer");
  await expect(itemCard(page, "Bread")).toBeVisible();
  await expect(itemCard(page, "Milk")).toHaveCount(0);

  // Without its place an item stays where it was.
  await page.goto("/settings");
  await places.getByRole("button", { name: "Change Second freezer" }).click();
  await dialog.getByRole("button", { name: "Remove place" }).click();
  await expectToast(page, "Second freezer removed");
  await expect(places.getByRole("listitem")).toHaveCount(0);
  // Taking it back leaves alone what was added meanwhile.
  await places.getByRole("button", { name: "Add a place" }).click();
  await dialog.getByLabel("Name").fill("Cellar");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(places.getByRole("listitem")).toHaveText([/^Cellar/, /^Second freezer/]);
  await places.getByRole("button", { name: "Change Second freezer" }).click();
  await dialog.getByLabel("Name").fill("Chest freezer");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.goto("/?tab=items");
  await expect(itemCard(page, "Bread")).toContainText("Chest freezer");
  await expect.poll(async () => (await bread()).storage).toBe("freezer");
});
