import { answerDateLabels, printedDate, YEAR } from "./support/date-labels";
import { blockCamera, expect, expectFocus, expectToast, test } from "./support/larder";
import { renderCode, showToCamera } from "./support/printed-code";

type Page = import("@playwright/test").Page;

const YY = String(YEAR % 100);
const scan = (page: Page) => page.getByRole("dialog", { name: "Scan a barcode" });
const date = (page: Page) => page.getByRole("dialog", { name: "Now the date" });
const skip = (page: Page) => date(page).getByRole("button", { name: "Skip" }).click();

// Chromium on Linux has no barcode detector: these tests use the site's reader, under the strict policy.

test(
  "names a new barcode once; then a scan and a tap add it with its code's date",
  { tag: "@main" },
  async ({ page, larder }) => {
    await larder.open("/?tab=scan&add=hand");
    await showToCamera(page, renderCode("ean13", "9506000134352"));
    await page.getByRole("button", { name: "Scan a barcode" }).click();
    await skip(page);
    await expect(page.getByText("New barcode: what is it? Larder will remember it.")).toBeVisible();
    await expect(scan(page)).toHaveCount(0);
    await expect(page.getByLabel("Item name")).toBeFocused();
    await page.keyboard.type("Risotto rice");
    await page.keyboard.press("Enter");
    await expect.poll(() => larder.texts("/api/codes", "code", "name")).toEqual(["09506000134352 Risotto rice"]);
    await expectToast(page, /^Risotto rice · until /);

    await showToCamera(page, renderCode("gs1datamatrix", `(01)09506000134352(15)${YY}0200(10)L42`));
    await page.getByRole("button", { name: "Scan a barcode" }).click();
    await expect(page.getByLabel("Item name")).toHaveValue("Risotto rice");
    const last = `${YEAR}-02-${new Date(YEAR, 2, 0).getDate()}`;
    await expect(page.getByLabel("Best before")).toHaveValue(last);
    await expect(page.getByRole("button", { name: "Add Item", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => larder.texts("/api/items", "name", "dateKind", "expiresOn"))
      .toContain(`Risotto rice best_before ${last}`);
  },
);

test("says that a code is no product barcode", async ({ page, larder }) => {
  await larder.open("/?tab=scan&add=hand");
  await showToCamera(page, renderCode("qrcode", "https://example.com/menu"));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await expect(scan(page).locator("p[role=status]")).toHaveText("Not a product barcode.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Scan a barcode" })).toBeFocused();
});

test("never learns a store's own barcode", async ({ page, larder }) => {
  await larder.open("/?tab=scan&add=hand");
  await showToCamera(page, renderCode("ean13", "2012345012349"));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await skip(page);
  await expect(page.getByText("This is the store's own barcode. What's the product?")).toBeVisible();
  await expect(page.getByLabel("Item name")).toBeFocused();
  await page.keyboard.type("Ham");
  await page.keyboard.press("Enter");
  await expect.poll(() => larder.names("/api/items")).toEqual(["Ham"]);
  expect(await larder.call("GET", "/api/codes")).toEqual([]);
});

test("reads use-by date and weight of a code", async ({ page, larder }) => {
  await larder.open("/?tab=scan&add=hand");
  await showToCamera(page, renderCode("gs1-128", `(01)09520123456788(3103)000195(17)${YY}1224`));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await expect(page.getByText("New barcode: what is it? Larder will remember it.")).toBeVisible();
  await expect(page.getByLabel("Item name")).toBeFocused();
  await page.keyboard.type("Mozzarella");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => larder.texts("/api/items", "name", "category", "quantity", "unit", "dateKind"))
    .toContain("Mozzarella Dairy 195 g use_by");
});

test("reads the printed date after a barcode without one", async ({ page, larder }) => {
  await larder.open("/?tab=scan&add=hand");
  await answerDateLabels(page, [[], [printedDate(`${YEAR}-03-26`, { isSure: true, kind: "use_by" })]]);
  await showToCamera(page, renderCode("ean13", "9506000134352"));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await expectFocus(page, /^Now the date$/);
  await expect(page.getByText("New barcode: what is it? Larder will remember it.")).toBeVisible();
  await expect(page.getByLabel("Use by")).toHaveValue(`${YEAR}-03-26`);
  await expect(page.getByRole("img", { name: "The printed date" })).toBeVisible();
  await expect(page.getByLabel("Item name")).toBeFocused();
  await page.keyboard.type("Ham");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => larder.texts("/api/items", "name", "dateKind", "expiresOn"))
    .toEqual([`Ham use_by ${YEAR}-03-26`]);
  await expect(page.getByRole("img", { name: "The printed date" })).toHaveCount(0);
});

test("keeps the product if the question for its date is left", async ({ page, larder }) => {
  await larder.open("/?tab=scan&add=hand");
  await larder.learn("9506000134352", "Ham");
  await answerDateLabels(page, [[]]);
  await showToCamera(page, renderCode("ean13", "9506000134352"));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await expect(date(page)).toContainText("Ham");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Item name")).toHaveValue("Ham");
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await date(page).getByRole("button", { name: "Type it" }).click();
  await expect(page.locator("[name=day]")).toBeFocused();
});

test("adds a Digital Link's known product to the list", async ({ page, larder }) => {
  await larder.open("/shopping-list?view=list");
  await larder.learn("9506000134352", "Risotto rice");
  await showToCamera(page, renderCode("qrcode", `https://id.gs1.org/01/09506000134352?17=${YY}1224`));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await expect
    .poll(() => larder.texts("/api/shopping-list", "quantity", "unit", "name", "category"))
    .toEqual(["1 pack Risotto rice Pantry Staples"]);
});

test("names an unknown barcode in the list's add line", async ({ page, larder }) => {
  await larder.open("/shopping-list?view=list");
  await showToCamera(page, renderCode("ean8", "96385074"));
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  await expect(page.getByText("New barcode: what is it? Larder will remember it.")).toBeVisible();
  await expect(page.getByLabel("Item name")).toBeFocused();
  await page.keyboard.type("Basmati");
  await page.keyboard.press("Enter");
  await expect.poll(() => larder.texts("/api/codes", "code", "name")).toEqual(["00000096385074 Basmati"]);
  await expect(page.getByRole("list", { name: "Shopping list" }).getByRole("heading")).toHaveText(["Basmati"]);
});

test("accepts a typed number without a camera, or for a damaged code", async ({ page, larder }) => {
  await blockCamera(page);
  await larder.open("/?tab=scan&add=hand");
  await page.getByRole("button", { name: "Scan a barcode" }).click();
  const failure = scan(page).getByRole("alert");
  await expect(failure).toContainText("Camera permission denied.");
  // The camera may have been allowed meanwhile; here it is not.
  await scan(page).getByRole("button", { name: "Try Again" }).click();
  await expect(failure).toContainText("Camera permission denied.");
  const number = scan(page).getByLabel("Number below the barcode");
  await number.fill("9506000134353");
  await scan(page).getByRole("button", { name: "Use this number" }).click();
  await expect(scan(page).getByText("Not a product number.")).toBeVisible();
  await number.fill("9 506000 134352");
  await scan(page).getByRole("button", { name: "Use this number" }).click();
  await expect(scan(page)).toHaveCount(0);
  await expect(page.getByLabel("Item name")).toBeFocused();
});
