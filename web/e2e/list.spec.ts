import { areApart, closeToast, expect, listRow, test, toasts, waitForMark } from "./support/larder";

test("keeps the add line above the bar, rows 52 px high, and toasts beside it", async ({ page, larder }) => {
  await larder.open("/shopping-list?view=list");
  await larder.addRows(...Array.from({ length: 20 }, (_, n) => ({ name: `Thing ${n}` })));
  await page.evaluate(() => localStorage.setItem("larder.list-swiped", "1"));
  await page.reload();
  const line = page.getByLabel("Item name");
  await expect(listRow(page, "Thing 19")).toHaveCount(1);
  for (const y of [0, 9_999]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    const box = await line.boundingBox();
    expect(box?.y).toBeGreaterThan(700);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844 - 64);
  }
  // The last row can be scrolled out from under it.
  expect(await areApart(listRow(page, "Thing 19"), line)).toBe(true);
  const heights = await page
    .getByRole("list", { name: "Shopping list" })
    .getByRole("listitem")
    .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height));
  // The first row has the aisle's name above it.
  expect(Math.max(...heights.slice(1))).toBeLessThanOrEqual(53);
  // Five rows are seen above it on a small phone.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => scrollTo(0, 0));
  const fifth = await listRow(page, "Thing 4").boundingBox();
  expect((fifth?.y ?? 999) + (fifth?.height ?? 0)).toBeLessThanOrEqual((await line.boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await line.fill("salt");
  await line.press("Enter");
  await expect(page.getByText("Item Added", { exact: true })).toBeVisible();
  await expect.poll(() => areApart(toasts(page), line)).toBe(true);
});

test(
  "offers to move checked-off rows into the larder at the end: one tap, one undo, offline too",
  { tag: "@main" },
  async ({ page, context, larder }) => {
    await larder.openList(
      { name: "Milk", category: "Dairy & Eggs", quantity: 2, unit: "carton" },
      { name: "Bananas", category: "Fruits" },
      { name: "Dish soap", category: "Cleaning Supplies" },
      { name: "Rice", category: "Pantry Staples" },
    );
    await page.getByRole("button", { name: "Shop mode" }).click();
    for (const name of ["Milk", "Bananas", "Dish soap"])
      await page.getByRole("checkbox", { name: new RegExp(name) }).click();
    await expect
      .poll(() => larder.texts("/api/shopping-list", "isCompleted"))
      .toEqual(["false", "true", "true", "true"]);
    await waitForMark(page, "put-away");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Finish shopping" }).click();
    const offer = page.getByRole("region", { name: "Put 2 things into Larder?" });
    await expect(offer.getByRole("heading")).toBeFocused();
    await expect(offer.getByText(/^until \S/)).toHaveCount(3);
    await expect(offer.getByRole("checkbox", { name: /Dish soap/ })).not.toBeChecked();
    await offer.getByRole("button", { name: "Put into Larder" }).click();
    await expect(page.getByRole("region", { name: /into Larder/ })).toHaveCount(0);
    await expect(page.getByText("2 items added to your grocery inventory.")).toBeVisible();
    await context.setOffline(false);
    const stored = () => larder.texts("/api/items", "quantity", "name");
    await expect.poll(stored).toEqual(["1 Bananas", "2 Milk"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(stored).toEqual([]);

    // Asked for in the menu, and for nothing twice.
    await page.getByRole("button", { name: "More for this list" }).click();
    await page.getByRole("menuitem", { name: "Put checked off items into Larder" }).click();
    await page
      .getByRole("region", { name: /into Larder/ })
      .getByRole("button", { name: "Put into Larder" })
      .click();
    await expect.poll(async () => (await stored()).length).toBe(2);
    await page.getByRole("button", { name: "More for this list" }).click();
    await page.getByRole("menuitem", { name: "Put checked off items into Larder" }).click();
    const rest = page.getByRole("region", { name: "Put things into Larder?" });
    await expect(rest.getByRole("checkbox")).toHaveCount(1);
    await expect(rest.getByRole("button", { name: "Put into Larder" })).toBeDisabled();
  },
);

test(
  "shows large rows in shop mode, keeps the screen awake, and moves ticked rows to the bottom",
  { tag: "@main" },
  async ({ page, larder }) => {
    await page.addInitScript(() => {
      const record = (isAwake: string) => document.documentElement.setAttribute("data-awake", isAwake);
      const request = async () => {
        record("yes");
        return { release: async () => record("no") };
      };
      Object.defineProperty(navigator, "wakeLock", { value: { request } });
    });
    await larder.openList(
      { name: "Apples", category: "Fruits", quantity: 3, unit: "lb" },
      { name: "Oats", category: "Pantry Staples" },
      { name: "Pears", category: "Fruits" },
    );
    await page.getByRole("button", { name: "Shop mode" }).click();
    await expect(page.getByRole("heading", { name: "3 still to get" })).toBeFocused();
    await expect(page.locator("html")).toHaveAttribute("data-awake", "yes");
    const apples = page.getByRole("checkbox", { name: "3 lb, Apples" });
    expect((await apples.boundingBox())?.height).toBeGreaterThanOrEqual(72);
    await apples.click();
    await expect(page.getByRole("heading", { name: "2 still to get" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Fruits" }).getByRole("checkbox")).toHaveCount(2);
    await expect(
      page.getByRole("list", { name: "Completed" }).getByRole("checkbox", { name: "3 lb, Apples" }),
    ).toBeChecked();
    await page.getByRole("button", { name: "Finish shopping" }).click();
    await expect(page.getByRole("heading", { name: "Your List (2 items)" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-awake", "no");
  },
);

test("sorts aisles for every device, also by keyboard", async ({ page, larder }) => {
  await larder.openList(
    { name: "Apples", category: "Fruits" },
    { name: "Oats", category: "Pantry Staples" },
    { name: "Crisps" },
  );
  const names = page.getByRole("list", { name: "Shopping list" }).getByRole("heading");
  await expect(names).toHaveText([/Apples/, /Oats/, /Crisps/]);
  await page.getByRole("button", { name: "More for this list" }).click();
  await page.getByRole("menuitem", { name: "Aisle order" }).click();
  const dialog = page.getByRole("dialog", { name: "Aisle order" });
  const up = dialog.getByRole("button", { name: "Move Snacks up" });
  await up.focus();
  for (let n = 0; n < 12; n += 1) await page.keyboard.press("Enter");
  await expect(up).toBeFocused();
  await expect(dialog.getByRole("listitem").first()).toContainText("Snacks");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(names).toHaveText([/Crisps/, /Apples/, /Oats/]);
  await expect
    .poll(async () => (await larder.call<{ aisles?: string[] }>("GET", "/api/preferences")).aisles?.[0])
    .toBe("Snacks");
  await page.reload();
  await expect(names).toHaveText([/Crisps/, /Apples/, /Oats/]);
});

test("lists used-up items after asking once, and removes them on undo", async ({ page, larder }) => {
  await page.addInitScript(
    () => localStorage.getItem("larder.used-up-asked") === "1" && localStorage.removeItem("larder.used-up-asked"),
  );
  await larder.open("/?tab=items", [
    { name: "Milk", left: 3 },
    { name: "Butter", left: 9 },
    { name: "Rice", left: 90 },
  ]);
  // The observer is loaded after the screen.
  await waitForMark(page, "used-up");
  const listed = () => larder.names("/api/shopping-list");
  await page.getByRole("button", { name: "Used up: Milk" }).click();
  const card = page.getByRole("complementary", { name: "Put Milk on the shopping list?" });
  await closeToast(page);
  await card.getByRole("button", { name: "Always" }).click();
  await expect.poll(listed).toEqual(["Milk"]);
  await page.getByRole("button", { name: "Used up: Butter" }).click();
  await expect.poll(listed).toEqual(["Butter", "Milk"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(listed).toEqual(["Milk"]);
  await expect(page.getByRole("complementary", { name: /on the shopping list/ })).toHaveCount(0);
});

test("adds a typed line as it is understood", async ({ page, larder }) => {
  await larder.open("/shopping-list?view=list");
  await larder.addRows({ name: "Oatly", category: "Beverages" });
  const [{ id }] = await larder.call<[{ id: string }]>("GET", "/api/shopping-list");
  await larder.call("PATCH", `/api/shopping-list/${id}/toggle`, { isCompleted: true });
  await page.reload();
  const name = page.getByLabel("Item name");
  await name.fill("2 oatly");
  await expect(
    page.getByRole("group", { name: "Suggestions" }).getByRole("button", { name: /^Add Oatly/ }),
  ).toBeVisible();
  await name.press("Enter");
  await expect
    .poll(() => larder.texts("/api/shopping-list", "quantity", "name", "category"))
    .toContain("2 oatly Beverages");
  await name.fill("mince, onions and garlic");
  await expect(page.getByText("Adds mince · onions · garlic")).toBeVisible();
  await name.press("Enter");
  await name.fill("Bread 2");
  await name.press("Enter");
  await expect
    .poll(() => larder.texts("/api/shopping-list", "quantity", "name"))
    .toEqual(["1 Oatly", "1 garlic", "1 mince", "1 onions", "2 Bread", "2 oatly"]);
});

test("marks a food that is likely needed, and postpones it for a week with one tap", async ({ page, larder }) => {
  await larder.open("/shopping-list?view=list");
  const { id } = await larder.call<{ id: string }>("POST", "/api/items", { name: "Yoghurt" });
  await larder.call("PATCH", `/api/items/${id}/archive`, { outcome: "used" });
  // Twenty weekly purchases: the server dates no item back.
  const [item] = await larder.call<Record<string, unknown>[]>("GET", "/api/items/archived");
  const week = (n: number) => new Date(Date.now() - (7 * n + 6) * 86_400_000).toISOString();
  const items = Array.from({ length: 20 }, (_, n) => ({ ...item, id: `${n}`, createdAt: week(n), changedAt: week(n) }));
  await page.route("**/api/items/archived", (route) => route.fulfill({ json: items }));
  await page.reload();
  await page.getByLabel("Item name").focus();
  const group = page.getByRole("group", { name: "Suggestions" });
  await expect(group.getByRole("button", { name: "Add Yoghurt, 1 item, likely needed" })).toBeVisible();
  const notNow = group.getByRole("button", { name: "Not now: Yoghurt" });
  expect((await notNow.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  await notNow.click();
  await expect(group.getByRole("button", { name: /Yoghurt/ })).toHaveCount(0);
  await expect(page.getByLabel("Item name")).toBeFocused();
  await page.reload();
  await page.getByLabel("Item name").focus();
  await expect(page.getByRole("group", { name: "Suggestions" }).getByRole("button", { name: /Yoghurt/ })).toHaveCount(
    0,
  );
});
