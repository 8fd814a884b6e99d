import { choose, expect, expectToast, itemCard, test } from "./support/larder";

interface Item {
  name: string;
  storage: string;
  expiresAt: string;
  openedAt?: string;
  dateKind?: string;
}
const DAY = 86_400_000;

test("freezes and thaws an item by a tap, with the day and its reason", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/", [{ name: "Bread", left: 2, category: "Bakery", shelfLifeDays: 3, unit: "loaf" }]);
  const bread = async () => (await larder.call<Item[]>("GET", "/api/items"))[0] as Item;
  const before = await bread();

  await page.getByRole("heading", { name: "Bread" }).click();
  const dialog = page.getByRole("dialog", { name: "Bread" });
  await expect(dialog.getByText("3 days on the counter (Larder's table)")).toBeVisible();
  await dialog.getByRole("button", { name: /^Freeze until / }).click();
  await expectToast(page, /^Bread frozen\. Keeps until /);
  await expect(itemCard(page, "Bread")).toContainText("Frozen");
  await expect(itemCard(page, "Bread")).toContainText("4 months left");
  await expect.poll(async () => (await bread()).storage).toBe("freezer");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(itemCard(page, "Bread")).toContainText("2 days left");
  await expect.poll(async () => (await bread()).expiresAt).toBe(before.expiresAt);

  await page.getByRole("heading", { name: "Bread" }).click();
  await dialog.getByRole("button", { name: /^Freeze until / }).click();
  await page.getByRole("heading", { name: "Bread" }).click();
  await expect(dialog.getByText("4 months in the freezer (USDA FoodKeeper)")).toBeVisible();
  await dialog.getByRole("button", { name: "Thawed" }).click();
  await expect(itemCard(page, "Bread")).toContainText("2 days left");
  await page.getByRole("heading", { name: "Bread" }).click();
  await expect(dialog.getByText("It was thawed before. Refreeze only after cooking.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await choose(page, "Bread", "Frozen");
  const question = page.getByRole("alertdialog", { name: "Refreeze it?" });
  await expect(question).toContainText("Refreeze only after cooking.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(async () => (await bread()).storage).toBe("counter");
});

test("computes the date of an item opened offline from the time of opening", async ({ page, larder, context }) => {
  await larder.open("/", [{ name: "UHT milk", left: 100, shelfLifeDays: 180, unit: "carton" }]);
  await page.getByRole("heading", { name: "UHT milk" }).click();
  const dialog = page.getByRole("dialog", { name: "UHT milk" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await page.getByRole("heading", { name: "UHT milk" }).click();
  await dialog.getByRole("button", { name: "Opened" }).click();
  await expect(itemCard(page, "UHT milk")).toContainText("5 days left");
  await expect(itemCard(page, "UHT milk")).toContainText("Open");
  await context.setOffline(false);
  await expect.poll(async () => (await larder.call<Item[]>("GET", "/api/items"))[0]?.openedAt).toBeTruthy();
  const [milk] = await larder.call<Item[]>("GET", "/api/items");
  expect(milk?.storage).toBe("fridge");
  // The end of the day, where the larder is.
  expect(milk?.expiresAt).toBe(new Date(new Date(Date.now() + 5 * DAY).setHours(23, 59, 59, 999)).toISOString());
  await expect(itemCard(page, "UHT milk")).toContainText("5 days left");
});

test("records what is left by the jar", async ({ page, larder }) => {
  await larder.open("/", [{ name: "Cream", left: 6, unit: "carton" }]);
  const left = async () => (await larder.call<{ left?: number }[]>("GET", "/api/items"))[0]?.left ?? 1;
  await page.getByRole("heading", { name: "Cream" }).click();
  await page.getByRole("dialog", { name: "Cream" }).getByRole("button", { name: "Some left" }).click();
  const jar = page.getByRole("slider", { name: "How much is left?" });
  await expect(jar).toHaveAttribute("aria-valuetext", "½ left");
  await expect.poll(left).toBe(0.5);
  await jar.press("ArrowUp");
  await expect(jar).toHaveAttribute("aria-valuenow", "75");
  await expect.poll(left).toBe(0.75);
  const box = await jar.boundingBox();
  if (!box) throw new Error("no jar");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.7, { steps: 4 });
  await page.mouse.up();
  await expect(jar).toHaveAttribute("aria-valuenow", "25");
  await expect.poll(left).toBe(0.25);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(left).toBe(0.75);
});
