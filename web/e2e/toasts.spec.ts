import { choose, drag, expect, gate, test, toasts } from "./support/larder";

/** Tests toasts and dialogs: offered actions work, and typed or refused input is not lost. */

test(
  "undoes by a toast above an open dialog, and presses nothing under it",
  { tag: "@main" },
  async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([
      { name: "Egg", left: 5 },
      { name: "Ham", left: 2, category: "Meat" },
    ]);
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    // Its code is here before the toast's five seconds begin.
    await choose(page, "Egg", "Edit");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await choose(page, "Ham", "Archive");
    await choose(page, "Egg", "Edit");
    await expect(dialog).toBeVisible();
    // Taps the place where the button is visible, whatever receives it.
    const box = await toasts(page).getByText("Undo", { exact: true }).boundingBox();
    if (!box) throw new Error("no toast");
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Ham" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Egg" })).toBeVisible();
  },
);

test("announces a toast inside an open dialog, and reaches it by F8", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([
    { name: "Egg", left: 5 },
    { name: "Ham", left: 2, category: "Meat" },
  ]);
  await page.reload();
  const { held, release } = gate();
  await page.route("**/api/items/*/archive", async (route) => {
    await held;
    await route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } });
  });
  await choose(page, "Ham", "Archive");
  await choose(page, "Egg", "Edit");
  await expect(page.getByRole("dialog")).toBeVisible();
  release();
  // Elements outside a modal dialog are not in the accessibility tree.
  await expect(page.getByRole("dialog").getByRole("status").getByText("Failed to Archive")).toBeVisible();
  await page.keyboard.press("F8");
  await expect(toasts(page)).toBeFocused();
});

test.describe("by themselves", () => {
  test.use({ lasting: false });

  test("removes toasts after Undo and Close in time, by a swipe at once", async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock(["Egg", "Ham", "Jam", "Oil"].map((name, n) => ({ name, left: n + 4 })));
    await page.reload();
    for (const [name, button] of [
      ["Egg", "Undo"],
      ["Ham", "Close"],
    ] as const) {
      await choose(page, name, "Archive");
      await toasts(page).getByRole("button", { name: button }).click();
      await choose(page, name === "Egg" ? "Jam" : "Oil", "Archive");
      await expect(toasts(page).getByText(/archived/i)).toBeVisible();
      // A pointer over the notice holds it.
      await page.mouse.move(195, 5);
      await expect(toasts(page).getByText(/archived/i)).toBeHidden();
    }
    // The rest of the four.
    await kitchen.stock([{ name: "Nut", left: 9 }]);
    await page.reload();
    await choose(page, "Nut", "Archive");
    await expect(toasts(page).getByText("Nut archived")).toBeVisible();
    await page.keyboard.press("F8");
    await expect(toasts(page)).toBeFocused();
    await drag(page, toasts(page).locator("[role=status] > div"), 60);
    await expect(toasts(page).getByText("Nut archived")).toBeHidden();
  });
});

test("announces a refusal that came in the background when the page is visible", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([{ name: "Ham", left: 2 }]);
  await page.reload();
  await page.route("**/api/items/*/archive", (route) =>
    route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } }),
  );
  await page.evaluate(() =>
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" }),
  );
  await choose(page, "Ham", "Archive");
  await expect(page.getByText("1 change could not sync")).toBeVisible();
  await expect(toasts(page).getByText("Failed to Archive")).toBeHidden();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(toasts(page).getByText("Failed to Archive")).toBeVisible();
});

test.describe("the edit dialog", () => {
  test.beforeEach(async ({ page, kitchen }) => {
    await kitchen.open("/?tab=items");
    await kitchen.stock([{ name: "Egg", left: 5 }]);
    await page.reload();
    await choose(page, "Egg", "Edit");
  });

  test("stays when text is selected and the pointer is let go outside", async ({ page }) => {
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const box = await dialog.getByLabel("Item Name").boundingBox();
    if (!box) throw new Error("no field");
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, 10);
    await page.mouse.up();
    await expect(dialog).toBeVisible();
    // Nothing was typed, so a tap outside closes it.
    await page.mouse.click(20, 10);
    await expect(dialog).toBeHidden();
  });

  // All ways to close it: src/ui/Dialog.test.tsx.
  test("asks before what was typed is thrown away, also where Escape is pressed repeatedly", async ({ page }) => {
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await dialog.getByLabel("Item Name").fill("Eggs");
    // Browsers close a dialog then.
    for (let n = 0; n < 6; n += 1) await page.keyboard.press("Escape");
    await expect(dialog.getByLabel("Item Name")).toHaveValue("Eggs");
    // The question of the last Escape may open at any moment.
    await expect(async () => {
      if (await question.isVisible()) await question.getByRole("button", { name: "Keep Editing" }).click();
      await dialog.getByRole("button", { name: "Cancel" }).click({ timeout: 2_000 });
    }).toPass();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "Egg", exact: true })).toBeVisible();
  });
});
