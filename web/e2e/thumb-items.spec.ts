import { choose, expect, test } from "./support/larder";

test.describe("the larder under the thumb", () => {
  test("a name typed before the catalogue loads is completed later, except fields set by the user", async ({
    page,
    kitchen,
  }) => {
    const category = page.getByLabel("Category (optional)");
    for (const [chosen, then] of [
      ["", "Dairy"],
      ["Meat", "Meat"],
    ] as const) {
      let arrive = () => {};
      const released = new Promise<void>((resolve) => (arrive = resolve));
      const answered = page.waitForResponse(/_virtual_catalogue-/);
      await page.route(/_virtual_catalogue-/, async (route) => {
        await released;
        await route.continue();
      });
      await kitchen.open("/?tab=scan");
      await page.getByLabel("Item Name").fill("mozzarella");
      if (chosen) await category.selectOption(chosen);
      await expect(category).toHaveValue(chosen);
      arrive();
      await answered;
      await expect(category).toHaveValue(then);
      await page.unroute(/_virtual_catalogue-/);
    }
  });

  test("what the catalogue knows fills in a thing added by hand; a printed date counts to its last hour", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/?tab=items");
    await page.getByRole("link", { name: "Add items" }).click();
    await page.getByRole("button", { name: /^By hand/ }).click();
    await expect(page.getByLabel("Item Name")).toBeFocused();
    await page.keyboard.type("mozzarella");
    await expect(page.getByLabel("Category (optional)")).toHaveValue("Dairy");
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    await expect
      .poll(() => kitchen.call("GET", "/api/items"))
      .toMatchObject([{ name: "mozzarella", category: "Dairy" }]);
    await page.keyboard.type("Quince paste");
    await expect(page.getByLabel("Category (optional)")).toHaveValue("");
    const day = new Date(Date.now() + 40 * 86_400_000);
    const field = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
    await page.getByLabel("Best before").fill(field);
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    const paste = async () =>
      (
        await kitchen.call<{ name: string; category: string; shelfLifeDays: number; expiresAt: string }[]>(
          "GET",
          "/api/items",
        )
      ).find(({ name }) => name === "Quince paste");
    await expect.poll(async () => (await paste())?.shelfLifeDays).toBe(40);
    expect((await paste())?.category).toBe("Other");
    expect(
      await page.evaluate((moment) => new Date(moment).toLocaleString("sv"), (await paste())?.expiresAt ?? ""),
    ).toBe(`${field} 23:59:59`);
  });

  test("the tiles filter, a tap on a card corrects it, the row stays where it was, and Undo takes it back", async ({
    page,
    kitchen,
  }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([
      { name: "Cheddar", left: 11, shelfLifeDays: 14 },
      { name: "Milk", left: 2, shelfLifeDays: 5 },
      { name: "Butter", left: 20, shelfLifeDays: 30 },
    ]);
    await page.reload();
    const names = page.getByRole("list", { name: "Items" }).getByRole("heading");
    const tile = page.getByRole("button", { name: "Soon (Expiring)" });
    await tile.click();
    await expect(names).toHaveText(["Milk"]);
    await tile.click();
    await expect(names).toHaveText(["Milk", "Cheddar", "Butter"]);
    await names.filter({ hasText: "Milk" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const days = dialog.getByLabel("Shelf Life (days)", { exact: true });
    await days.fill(String(Number(await days.inputValue()) + 14));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Milk" }) })).toContainText(
      "16 days left",
    );
    await expect(names).toHaveText(["Milk", "Cheddar", "Butter"]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect
      .poll(
        async () =>
          (await kitchen.call<{ name: string; shelfLifeDays: number }[]>("GET", "/api/items")).find(
            ({ name }) => name === "Milk",
          )?.shelfLifeDays,
      )
      .toBe(5);
  });

  test("eaten is one tap, half of it two", async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([
      { name: "Cheddar", left: 11 },
      { name: "Milk", left: 2, quantity: 3 },
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Used up: Cheddar" }).click();
    await expect
      .poll(() => kitchen.call("GET", "/api/items/archived"))
      .toMatchObject([{ name: "Cheddar", outcome: "used" }]);
    await choose(page, "Milk", "½ left");
    await expect
      .poll(() => kitchen.call("GET", "/api/items"))
      .toMatchObject([{ name: "Milk", quantity: 3, left: 0.5 }]);
    await expect(page.getByRole("listitem")).toContainText("½ left");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect
      .poll(async () => (await kitchen.call<{ left?: number }[]>("GET", "/api/items"))[0]?.left)
      .toBeUndefined();
  });

  test("four that are the same are corrected at once", async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([1, 2, 3, 4].map(() => ({ name: "Jogh Erdb", left: 6, shelfLifeDays: 7 })));
    await page.reload();
    await page.getByRole("heading", { name: "Jogh Erdb" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    await dialog.getByLabel("Item Name").fill("Strawberry yogurt");
    await dialog.getByRole("switch", { name: /^Change all 3 others too/ }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await kitchen.call<{ name: string }[]>("GET", "/api/items")).map(({ name }) => name))
      .toEqual(["Strawberry yogurt", "Strawberry yogurt", "Strawberry yogurt", "Strawberry yogurt"]);
  });
});
