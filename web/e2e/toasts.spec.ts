import { choose, drag, expect, test, toasts } from "./support/larder";

/** Tests toasts and dialogs: offered actions work, and typed or refused input is not lost. */

test(
  "undoes by a toast above an open dialog, and presses nothing under it",
  { tag: "@main" },
  async ({ page, larder }) => {
    await larder.open("/?tab=items", [
      { name: "Egg", left: 5 },
      { name: "Ham", left: 2, category: "Meat" },
    ]);
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    // Its code is here before the toast's five seconds begin.
    await choose(page, "Egg", "Edit");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await choose(page, "Ham", "Archive");
    await choose(page, "Egg", "Edit");
    await expect(dialog).toBeVisible();
    // Taps the position of the button, whichever element receives the tap.
    const box = await toasts(page).getByText("Undo", { exact: true }).boundingBox();
    if (!box) throw new Error("no toast");
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Ham" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Egg" })).toBeVisible();
  },
);

test.describe("toasts with their usual duration", () => {
  test.use({ lasting: false });

  test("disappear in time after an earlier Undo or Close", async ({ page, larder }) => {
    await page.clock.install();
    await larder.open(
      "/?tab=items",
      ["Egg", "Ham", "Jam", "Oil"].map((name, n) => ({ name, left: n + 4 })),
    );
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
      await page.clock.fastForward(5_000);
      await expect(toasts(page).getByText(/archived/i)).toBeHidden();
    }
  });

  test("disappear at once by a swipe", async ({ page, larder }) => {
    await page.clock.install();
    await larder.open("/?tab=items", [{ name: "Nut", left: 9 }]);
    await choose(page, "Nut", "Archive");
    await expect(toasts(page).getByText("Nut archived")).toBeVisible();
    await page.keyboard.press("F8");
    await expect(toasts(page)).toBeFocused();
    await drag(page, toasts(page).locator("[role=status] > div"), 60);
    await expect(toasts(page).getByText("Nut archived")).toBeHidden();
  });
});

test("announces a failure of a hidden page once it is visible", async ({ page, larder }) => {
  await larder.open("/?tab=items", [{ name: "Ham", left: 2 }]);
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
  test.beforeEach(async ({ page, larder }) => {
    await larder.open("/?tab=items", [{ name: "Egg", left: 5 }]);
    await choose(page, "Egg", "Edit");
  });

  test("stays open when a text selection ends outside", async ({ page }) => {
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const box = await dialog.getByLabel("Item name").boundingBox();
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

  // All ways to close it: src/ui/widgets/Dialog.test.tsx.
  test("asks before it discards input, also if Escape is pressed repeatedly", async ({ page }) => {
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await dialog.getByLabel("Item name").fill("Eggs");
    // Browsers close a dialog then.
    for (let n = 0; n < 6; n += 1) await page.keyboard.press("Escape");
    await expect(dialog.getByLabel("Item name")).toHaveValue("Eggs");
    // The question of the last Escape may open at any moment.
    await expect(async () => {
      if (await question.isVisible()) await question.getByRole("button", { name: "Keep editing" }).click();
      await dialog.getByRole("button", { name: "Cancel" }).click({ timeout: 2_000 });
    }).toPass();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "Egg", exact: true })).toBeVisible();
  });
});
