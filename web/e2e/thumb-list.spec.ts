import type { Page } from "@playwright/test";
import { choose, expect, listRow, moveFinger, test } from "./support/larder";

test.describe("the shopping list on a phone", () => {
  test(
    "moves no other row on a tick and can undo it in place; then removes all done rows",
    { tag: "@main" },
    async ({ page, larder }) => {
      await page.clock.install();
      await larder.openList(
        { name: "Apples", category: "Fruits" },
        { name: "Pears", category: "Fruits" },
        { name: "Plums", category: "Fruits" },
      );
      // Below the list's own top: the test itself scrolls.
      const below = async (name: string) =>
        ((await listRow(page, name).boundingBox())?.y ?? 0) -
        ((await page.getByRole("list", { name: "Shopping list" }).boundingBox())?.y ?? 0);
      const positions = async () => [await below("Pears"), await below("Plums")];
      const before = await positions();
      await page.getByRole("checkbox", { name: "Apples" }).click();
      await expect(listRow(page, "Apples").getByRole("heading")).toHaveCSS("text-decoration-line", "line-through");
      expect(await positions()).toEqual(before);
      await page.getByRole("checkbox", { name: "Pears" }).click();
      await listRow(page, "Pears").getByRole("button", { name: "Undo" }).click();
      await expect(page.getByRole("checkbox", { name: "Pears" })).toBeVisible();
      expect(await positions()).toEqual(before);
      await page.clock.fastForward(6_000);
      await expect(listRow(page, "Apples")).toHaveCount(0);
      await expect(listRow(page, "Pears")).toBeVisible();
    },
  );

  for (const [browser, cover] of [
    ["that shrinks the page", (page: Page) => page.setViewportSize({ width: 320, height: 300 })],
    [
      "that covers the page",
      (page: Page) =>
        page.evaluate(() => {
          Object.defineProperty(visualViewport, "height", { value: 300 });
          visualViewport?.dispatchEvent(new Event("resize"));
        }),
    ],
  ] as const) {
    test(`keeps the add line visible above a keyboard ${browser}, at 320 pixels`, async ({ page, larder }) => {
      await page.setViewportSize({ width: 320, height: 568 });
      await larder.openList(...Array.from({ length: 20 }, (_, n) => ({ name: `Row ${n}`, category: "Other" })));
      const line = page.getByLabel("Item Name");
      await line.tap();
      await cover(page);
      const bottom = async () => {
        const box = await line.boundingBox();
        return box && box.y > 0 ? box.y + box.height : Infinity;
      };
      await expect.poll(bottom).toBeLessThanOrEqual(300);
      await page.keyboard.type("Bread");
      await expect.poll(bottom).toBeLessThanOrEqual(300);
      const isInFront = await line.evaluate((field) => {
        const { left, top, width, height } = field.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === field;
      });
      expect(isInFront).toBe(true);
    });
  }

  test("ticks a row by a tap and not by scrolling; edits it by a long press or its menu, with undo", async ({
    page,
    larder,
  }) => {
    await larder.openList({ name: "Aples", category: "Fruits", quantity: 2, unit: "lb" });
    const box = await listRow(page, "Aples").getByRole("checkbox").boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(56);
    expect(box?.height).toBeGreaterThanOrEqual(52);
    const words = listRow(page, "Aples").getByRole("heading");
    const box2 = await words.boundingBox();
    if (!box2) throw new Error("The row is not on the screen.");
    const at = { x: box2.x + 8, y: box2.y + 8 };
    const ticked = page.getByRole("checkbox", { name: "Aples" });
    await moveFinger(page, at, [
      [0, -30],
      [0, -60],
    ]);
    await expect(ticked).not.toBeChecked();
    await page.touchscreen.tap(at.x, at.y);
    await expect(ticked).toBeChecked();
    await page.touchscreen.tap(at.x, at.y);
    await expect(ticked).not.toBeChecked();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    await moveFinger(page, at, [[0, 1]], { after: () => expect(dialog).toBeVisible() });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(ticked).not.toBeChecked();
    await choose(page, "Aples", "Edit");
    await dialog.getByLabel("Item name").fill("Apples");
    await dialog.getByLabel("Quantity", { exact: true }).fill("3");
    await dialog.getByLabel("Notes").fill("red ones");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(listRow(page, "Apples")).toContainText(/3 lb.*red ones/);
    await expect
      .poll(() => larder.call("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Apples", quantity: 3, unit: "lb", notes: "red ones", category: "Fruits" }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => larder.call("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Aples", quantity: 2, notes: null }]);
  });

  test("adds only missing rows of the user's own shared list", async ({ page, larder }) => {
    await larder.openList({ name: "Oats", category: "Pantry Staples" }, { name: "Milk", category: "Dairy & Eggs" });
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByLabel("Your name").fill("Ana");
    await page.getByRole("button", { name: "Create link" }).click();
    const url =
      (await page.getByRole("dialog", { name: "Your list is shared" }).locator("code").first().textContent()) ?? "";
    const own = new URL(url).pathname;
    await page.goto(own);
    await page.getByRole("button", { name: "Import to My List" }).click();
    await expect(page.getByText("All of these are already on your list.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your List (2 items)" })).toBeVisible();
    await choose(page, "Milk", "Delete");
    await page.goto(own);
    await page.getByRole("button", { name: "Import to My List" }).click();
    await expect.poll(() => larder.names("/api/shopping-list")).toEqual(["Milk", "Oats"]);
  });

  test("shows four pictures a row, and the list below the catalogue, whose rows can be ticked", async ({
    page,
    larder,
  }) => {
    await page.clock.install();
    await larder.open("/shopping-list?view=browse");
    await larder.addRows({ name: "Oats", category: "Pantry Staples" }, { name: "Pears", category: "Fruits" });
    await page.reload();
    const card = page.getByRole("region", { name: /^Current List/ });
    const shelf = page.getByRole("button", { name: /^Dairy & Eggs/ });
    await expect(card.getByRole("checkbox", { name: "Pears" })).toBeVisible();
    expect((await card.boundingBox())?.y).toBeGreaterThan((await shelf.boundingBox())?.y ?? Infinity);
    await shelf.click();
    const milk = page.getByRole("button", { name: /^Add Milk,/ });
    const tops = await page
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: /^Add / }) })
      .evaluateAll((tiles) => tiles.slice(-5).map((tile) => tile.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(2);
    const before = (await milk.boundingBox())?.y;
    await milk.click();
    await expect(page.getByRole("heading", { name: "Current List (3 items)" })).toBeVisible();
    expect(Math.abs(((await milk.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(2);
    await card.getByRole("checkbox", { name: "Pears" }).click();
    await expect.poll(() => larder.texts("/api/shopping-list", "name", "isCompleted")).toContain("Pears true");
    await page.clock.fastForward(6_000);
    await expect(card.getByRole("listitem")).toHaveCount(2);
  });
});
