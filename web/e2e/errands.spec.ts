import { answerDateLabels, printedDate, YEAR } from "./support/date-labels";
import { recordPicker } from "./support/date-picker";
import { expect, test, waitForScreen } from "./support/larder";
import { renderCode, showToCamera } from "./support/printed-code";
import { startErrand } from "./support/errand";

/*
 * Counts every tap and key of everyday errands on a phone: a change that makes one longer fails here, and
 * `e2e/errands/` has the announcements. `docs/ERRANDS.md` compares them with EverShelf and Grocy, whose numbers are in
 * parentheses here.
 */

test("adds milk to the list by the add line: 3 taps, 3 keys; a used-up item: 3 taps", async ({ page, larder }) => {
  const [coffee] = await larder.open("/", [{ name: "Coffee", left: 9, category: "Beverages" }]);
  await larder.call("PATCH", `/api/items/${coffee}/archive`, { outcome: "used" });
  await page.goto("/shopping-list?view=list");
  const { count, tap, type, expectScript } = await startErrand(page);
  await tap(page.getByLabel("Item name"));
  await type("mil");
  await tap(page.getByRole("button", { name: /^Add Milk,/ }));
  await tap(page.getByRole("button", { name: /^Add Coffee,.*used up$/ }));
  await expect.poll(() => larder.names("/api/shopping-list")).toEqual(["Coffee", "Milk"]);
  expect(count).toEqual({ taps: 3, keys: 3 });
  await expectScript("milk-typed");
});

test("adds milk to the list: 3 taps (EverShelf 8 and 5 keys); three products: 6 taps (12 and 21 keys)", async ({
  page,
  larder,
}) => {
  await larder.open("/");
  const { count, tap, expectScript } = await startErrand(page);
  await tap(page.getByRole("link", { name: "Shopping List", exact: true }));
  await tap(page.getByRole("button", { name: /^Dairy & Eggs/ }));
  await tap(page.getByRole("button", { name: "Add Milk, 1 gallon" }));
  expect(count).toEqual({ taps: 3, keys: 0 });
  await tap(page.getByRole("button", { name: /^Add Eggs,/ }));
  await tap(page.getByRole("button", { name: /^Fruits/ }));
  await tap(page.getByRole("button", { name: /^Add Bananas,/ }));
  await expect.poll(() => larder.names("/api/shopping-list")).toEqual(["Bananas", "Eggs", "Milk"]);
  expect(count).toEqual({ taps: 6, keys: 0 });
  await expectScript("three-things");
});

test("ticks five rows in the shop: 6 taps (EverShelf 6)", async ({ page, larder }) => {
  await larder.open("/");
  const names = ["Apples", "Bread", "Milk", "Oats", "Tea"];
  await larder.addRows(...names.map((name) => ({ name })));
  const { count, tap, expectScript } = await startErrand(page);
  await tap(page.getByRole("link", { name: "Shopping List", exact: true }));
  for (const name of names) await tap(page.getByRole("checkbox", { name: `${name}` }));
  const done = names.map((name) => `${name} true`);
  await expect.poll(() => larder.texts("/api/shopping-list", "name", "isCompleted")).toEqual(done);
  expect(count).toEqual({ taps: 6, keys: 0 });
  await expectScript("five-ticks");
});

test.describe("in a larder", () => {
  test.beforeEach(async ({ page, larder }) => {
    await larder.open("/", [
      { name: "Bread", left: 1, shelfLifeDays: 3 },
      { name: "Milk", left: 3, quantity: 2 },
      { name: "Butter", left: 20 },
    ]);
    await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
    await waitForScreen(page);
  });

  test("shows today's expiring items: no tap (0)", async ({ page }) => {
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading").first()).toHaveText("Bread");
    const { expectScript } = await startErrand(page);
    await expectScript("today");
  });

  test("finds the butter: 1 tap, 3 keys", async ({ page }) => {
    const { count, tap, type, expectScript } = await startErrand(page);
    await tap(page.getByRole("button", { name: "Search", exact: true }));
    await type("but");
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Butter"]);
    expect(count).toEqual({ taps: 1, keys: 3 });
    await expectScript("where-is");
  });

  test("finds recipes: 2 taps", async ({ page, context }) => {
    await context.route(/allrecipes/, (route) => route.fulfill({ body: "<title>Recipes</title>" }));
    const { count, tap, expectScript } = await startErrand(page);
    await tap(page.getByRole("link", { name: /Use it up$/ }));
    const opened = context.waitForEvent("page");
    await tap(page.getByRole("link", { name: "Bread + Milk + Butter" }));
    await expect(await opened).toHaveURL(/search\?q=Bread%20Milk%20Butter$/);
    expect(count).toEqual({ taps: 2, keys: 0 });
    await expectScript("cook");
  });

  test("marks an item used up, and undoes it: 1 tap each (EverShelf 3)", async ({ page, larder }) => {
    const { count, tap, expectScript } = await startErrand(page);
    await tap(page.getByRole("button", { name: "Used up: Bread" }));
    await tap(page.getByRole("button", { name: "Undo", exact: true }));
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(3);
    expect(count).toEqual({ taps: 2, keys: 0 });
    await expectScript("ate-all-undone");
  });

  test("freezes three items, and undoes it: 5 taps", async ({ page, larder }) => {
    const { count, tap, expectScript } = await startErrand(page);
    await tap(page.getByRole("button", { name: "More actions" }));
    await tap(page.getByRole("menuitem", { name: "Select several" }));
    await tap(page.getByRole("button", { name: "All", exact: true }));
    await tap(page.getByRole("button", { name: "Freeze", exact: true }));
    const frozen = async () =>
      (await larder.texts("/api/items", "storage")).filter((storage) => storage === "freezer").length;
    await expect.poll(frozen).toBe(3);
    await tap(page.getByRole("button", { name: "Undo", exact: true }));
    await expect.poll(frozen).toBe(0);
    expect(count).toEqual({ taps: 5, keys: 0 });
    await expectScript("freeze-three");
  });

  test("records that half of an item is left: 2 taps (EverShelf 4 to 5)", async ({ page, larder }) => {
    const { count, tap, expectScript } = await startErrand(page);
    await tap(page.getByRole("button", { name: "Milk", exact: true }));
    await tap(page.getByRole("button", { name: "Some left" }));
    await expect.poll(() => larder.texts("/api/items", "name", "left")).toContain("Milk 0.5");
    expect(count).toEqual({ taps: 2, keys: 0 });
    await expectScript("ate-half");
  });

  test("freezes an item: 2 taps (EverShelf 5)", async ({ page, larder }) => {
    const { count, tap, expectScript } = await startErrand(page);
    await tap(page.getByRole("button", { name: "Bread", exact: true }));
    await tap(page.getByRole("dialog").getByRole("button", { name: /^Freeze/ }));
    await expect.poll(() => larder.texts("/api/items", "name", "storage")).toContain("Bread freezer");
    expect(count).toEqual({ taps: 2, keys: 0 });
    await expectScript("froze");
  });

  test("corrects three lines of a receipt: 9 taps and the letters (EverShelf cannot)", async ({ page, larder }) => {
    const added = (await larder.call<{ id: string }[]>("GET", "/api/items")).map(({ id }) => id);
    await page.evaluate((ids) => history.replaceState({ added: ids }, ""), added);
    await page.reload();
    await expect(page.getByText("3 new items")).toBeVisible();
    const { count, tap, type } = await startErrand(page);
    for (const [wrong, more] of [
      ["Bread", " rolls"],
      ["Milk", "shake"],
      ["Butter", "milk"],
    ] as const) {
      await tap(page.getByRole("heading", { name: wrong, exact: true }));
      await tap(page.getByLabel("Item name"));
      // A finger puts the cursor behind the word.
      await page.keyboard.press("End");
      await type(more);
      await tap(page.getByRole("button", { name: "Save" }));
    }
    await expect.poll(() => larder.names("/api/items")).toEqual(["Bread rolls", "Buttermilk", "Milkshake"]);
    expect(count).toEqual({ taps: 9, keys: 15 });
  });
});

for (const [what, kind, code] of [
  ["a code that has its date", "gs1datamatrix", `(01)09506000134352(15)${String(YEAR % 100)}0326`],
  ["a barcode and a printed date", "ean13", "9506000134352"],
] as const)
  test(`adds a package with ${what}: 3 taps (EverShelf 10 and 7 keys)`, async ({ page, larder }) => {
    await larder.open("/");
    await larder.learn("9506000134352", "Risotto rice");
    await showToCamera(page, renderCode(kind, code));
    await answerDateLabels(page, [[printedDate(`${YEAR}-03-26`, { isSure: true })]]);
    // Without announcements: their order depends on the camera's speed.
    const { count, tap } = await startErrand(page);
    await tap(page.getByRole("link", { name: "Add items" }));
    await tap(page.getByRole("button", { name: /^Barcode/ }));
    await expect(page.getByLabel("Item name")).toHaveValue("Risotto rice");
    await tap(page.getByRole("button", { name: "Add Item", exact: true }));
    const dates = () => larder.texts("/api/items", "name", "dateKind", "expiresOn");
    await expect.poll(dates).toEqual([`Risotto rice best_before ${YEAR}-03-26`]);
    expect(count).toEqual({ taps: 3, keys: 0 });
  });

test("adds a package with its date: 6 taps, 3 keys (EverShelf 10 and 7)", async ({ page, larder }) => {
  await recordPicker(page);
  await larder.open("/");
  const { count, tap, type, pick, expectScript } = await startErrand(page);
  await tap(page.getByRole("link", { name: "Add items" }));
  await tap(page.getByRole("button", { name: /^By hand/ }));
  await expect(page.getByLabel("Item name")).toBeFocused();
  await type("moz");
  await tap(page.getByRole("group", { name: "Suggestions" }).getByRole("button", { name: "Mozzarella", exact: true }));
  // It is open already, which saves the tap on its field.
  await expect(page.locator("html")).toHaveAttribute("data-picker", "day");
  const day = new Date(Date.now() + 12 * 86_400_000);
  await pick(
    page.locator("[name=day]"),
    `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`,
    true,
  );
  await tap(page.getByRole("button", { name: "Add Item", exact: true }));
  await expect
    .poll(() => larder.call("GET", "/api/items"))
    .toMatchObject([{ name: "Mozzarella", category: "Dairy", shelfLifeDays: 12 }]);
  expect(count).toEqual({ taps: 6, keys: 3 });
  await expectScript("package-date");
});
