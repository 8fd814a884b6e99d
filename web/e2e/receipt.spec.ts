import { execFileSync } from "node:child_process";
import { files } from "./support/files";
import { showScene, ROOM } from "./support/film";
import { expect, expectAccessible, type Larder, test } from "./support/larder";
import { photoPicker, READING, RECEIPT_ID, mockReceipt, refusePhotos } from "./support/receipt-scene";

type Page = import("@playwright/test").Page;

test.describe.configure({ timeout: 300_000 });

const line = (page: Page, name: RegExp) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name }) });

/** Scans the photo of a receipt with milk and bread, and opens the receipt. */
async function scanReceipt(page: Page, larder: Larder): Promise<void> {
  await larder.open("/?tab=scan");
  await photoPicker(page).setInputFiles(files.receipt);
  await page.getByRole("link", { name: "Check the receipt" }).click(READING);
}

test("turns a photo of a receipt into new items", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  await expect(page.getByText("5 of 5 uploads remaining this month")).toBeVisible();
  await photoPicker(page).setInputFiles(files.receipt);
  await expect(page.getByRole("heading", { name: "Reading your receipt" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible(READING);
  await expect(page.getByRole("status").filter({ hasText: "new items" })).toBeFocused();
  const list = page.getByRole("list", { name: "Items" });
  for (const name of [/milk/i, /banana/i, /cheddar/i, /bread/i])
    await expect(list.getByRole("heading", { name })).toBeVisible();
  await expect(list.getByText("Just added")).toHaveCount(await list.getByRole("listitem").count());
  await expect(list.getByText(/\d+ days? left$/).first()).toBeVisible();
  // Another visit marks nothing as new.
  await page.goto("/");
  await expect(list.getByRole("heading", { name: /milk/i })).toBeVisible();
  await expect(list.getByText("Just added")).toHaveCount(0);
});

test("shows a scanned receipt: its lines, total and photo", async ({ page, larder }) => {
  await scanReceipt(page, larder);
  await expect(page.getByRole("heading", { name: /Green Valley Market/i })).toBeFocused();
  await expect(page.getByText(/^Receipt Scan #[0-9a-f]{8}$/)).toBeVisible();
  await expect(page.getByText("12.56", { exact: true })).toBeVisible();
  await expect(page.getByText("adds up")).toBeVisible();
  await expect(line(page, /^Correct .*milk/i)).toContainText("3.99");
  await expect(page.getByRole("img", { name: "Photo 1 of 1 of the receipt" })).toBeVisible();
});

test("corrects, removes and restores lines of a receipt", { tag: "@main" }, async ({ page, larder }) => {
  await scanReceipt(page, larder);
  const milk = line(page, /^Correct .*milk/i);
  await milk.getByRole("button", { name: /^until/ }).click();
  await expect(page.getByLabel("Keeps until")).toBeFocused();
  await page.getByLabel("Keeps until").fill("2027-02-03");
  await expect(page.getByLabel("This date is")).toHaveValue("best_before");
  await page.getByRole("button", { name: "Save" }).click();
  await milk.getByRole("button", { name: /^Correct / }).click();
  await expect(page.getByLabel("Item name")).toBeFocused();
  await page.getByLabel("Item name").fill("Oat milk");
  await page.getByLabel("Item name").press("Enter");
  await expect(page.getByRole("button", { name: "Correct Oat milk" })).toBeFocused();
  await expect
    .poll(() => larder.call<{ name: string; dateKind?: string }[]>("GET", "/api/items"))
    .toContainEqual(
      expect.objectContaining({ name: "Oat milk", dateKind: "best_before", rawText: expect.stringMatching(/milk/i) }),
    );

  const bread = line(page, /^Correct .*bread/i).getByRole("button", { name: /^Correct / });
  const name = (await bread.getAttribute("aria-label"))?.replace("Correct ", "") ?? "";
  await bread.click();
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByRole("button", { name: `Add ${name} back` })).toBeFocused();
  await expect.poll(() => larder.names("/api/items")).not.toContain(name);
  await page.getByRole("button", { name: `Add ${name} back` }).click();
  await expect.poll(() => larder.names("/api/items")).toContain(name);
  await page.getByRole("button", { name: /^All right · \d+ items$/ }).click();
  await expect(page.getByRole("list", { name: "Items" }).getByRole("heading", { name: "Oat milk" })).toBeVisible();
});

test("zooms the photo of a receipt", async ({ page, larder }) => {
  await mockReceipt(page);
  await larder.open(`/?tab=history&receipt=${RECEIPT_ID}`);
  const stage = page.getByRole("group", { name: "Photo 1 of 1 of the receipt" });
  await expect(page.getByRole("img", { name: "Photo 1 of 1 of the receipt" })).toBeVisible();
  await page.getByRole("button", { name: "Zoom in" }).click();
  expect(await stage.evaluate((element) => element.scrollWidth / element.clientWidth)).toBeCloseTo(1.5, 1);
});

test("reads a long receipt from several photos, and exports all of them", async ({ page, larder }, testInfo) => {
  await larder.open("/?tab=scan");
  await photoPicker(page).setInputFiles([files.longReceipt[1], files.landscape]);
  await page.getByRole("button", { name: "Remove photo 2" }).click();
  await expect(page.getByRole("button", { name: "Remove", exact: true })).toBeFocused();
  // The choice outlives a look at another tab.
  await page.getByRole("tab", { name: "Scan History" }).click();
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await photoPicker(page).setInputFiles(files.longReceipt[0]);
  await expect(page.getByRole("list", { name: "2 photos of the receipt" }).getByRole("listitem")).toHaveText([
    /long-2\.png/,
    /long-1\.png/,
  ]);
  await page.getByRole("button", { name: "Move photo 2 up" }).click();
  await expect(page.getByRole("list", { name: "2 photos of the receipt" }).getByRole("listitem")).toHaveText([
    /long-1\.png/,
    /long-2\.png/,
  ]);
  await page.getByRole("button", { name: "Process Receipt" }).click();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible(READING);
  await page.getByRole("link", { name: "Check the receipt" }).click();
  await expect(page.getByText("adds up")).toBeVisible();
  for (const name of [/apples/i, /salmon/i, /rice/i, /butter/i, /eggs/i])
    await expect(line(page, new RegExp(`^Correct .*${name.source}`, "i"))).toHaveCount(1);
  await page.getByRole("button", { name: "Photo 2" }).click();
  await expect(page.getByRole("img", { name: "Photo 2 of 2 of the receipt" })).toBeVisible();

  // They go along with the export, in an archive that any program opens.
  await page.goto("/settings");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export receipt photos (ZIP)" }).click();
  const saved = testInfo.outputPath("receipts.zip");
  await (await download).saveAs(saved);
  const script =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(*(f'{i.filename}|{z.read(i)[:3].hex()}' for i in z.infolist()), sep='\\n')";
  const names = execFileSync("python3", ["-c", script, saved], { encoding: "utf8" }).trim().split("\n");
  expect(names).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d Hill Side Foods #[0-9a-f]{8} 1\.jpg\|ffd8ff$/i),
    expect.stringMatching(/ 2\.jpg\|ffd8ff$/),
  ]);
});

test.describe("a receipt that does not add up", () => {
  test.beforeEach(async ({ page, larder }) => {
    await mockReceipt(page);
    await larder.open(`/?tab=history&receipt=${RECEIPT_ID}`);
  });

  test("shows the missing amount, and uncertain lines first", { tag: "@main" }, async ({ page }) => {
    await expect(page.getByText("The lines are €3.20 short of the receipt's total.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Please check 2 lines" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Correct / })).toHaveText([
      /Sauerrahm/,
      /Mandelhörnchen/,
      /Vollmilch/,
      /Bananen/,
      /Roggenbrot/,
    ]);
  });

  test("adds a skipped line", async ({ page }) => {
    const created = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/api/items"),
    );
    await page.getByRole("button", { name: "Add Handseife" }).click();
    // With the receipt, so that the server takes the line's price from it.
    const handSoap = { name: "Handseife", category: "Household", quantity: 2, scanSessionId: RECEIPT_ID };
    expect((await created).postDataJSON()).toMatchObject(handSoap);
    await expect(page.getByText("Added to Larder", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove Handseife" })).toBeFocused();
  });

  test("corrects a line by keyboard at 320 pixels", async ({ page }) => {
    const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByRole("img", { name: "Photo 1 of 1 of the receipt" })).toBeVisible();
    expect(await pageWidth()).toBeLessThanOrEqual(320);
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Correct Sauerrahm/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Item name")).toBeFocused();
    expect(await pageWidth()).toBeLessThanOrEqual(320);
    await page.keyboard.type("Saure Sahne");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Correct Sauerrahm/ })).toBeFocused();
    await page.keyboard.press("Enter");
    // Discarded text is gone; an empty name is refused.
    await expect(page.getByLabel("Item name")).toHaveValue("Sauerrahm");
    await page.getByLabel("Item name").fill(" ");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Please fill in item name.");
    await expect(page.getByLabel("Item name")).toBeFocused();
  });
});

test("is checked with a tap for each doubtful line and one for the rest", async ({ page, larder }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await mockReceipt(page);
  const confirmed: string[] = [];
  await page.route("**/api/items/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== "PATCH") return route.fallback();
    confirmed.push(`${pathname.slice(-3)} ${route.request().postData()}`);
    return route.fulfill({ json: { message: "Item updated." } });
  });
  await larder.open(`/?tab=history&receipt=${RECEIPT_ID}`);
  const right = (name: string) => page.getByRole("checkbox", { name: `${name} is right` });
  await expect(right("Vollmilch")).toBeChecked();
  await expect(right("Mandelhörnchen")).not.toBeChecked();
  const heights = await page
    .locator("section", { has: page.getByRole("heading", { name: "Please check 2 lines" }) })
    .getByRole("listitem")
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(heights).toEqual([64, 64, 64, 64, 64]);
  // A tick marks the line, moves the photo and goes on to the next doubtful line.
  const stage = page.getByRole("group", { name: "Photo 1 of 1 of the receipt" });
  await expect(stage).toBeVisible();
  await right("Sauerrahm").click();
  await expect(right("Sauerrahm")).toBeChecked();
  await expect(right("Mandelhörnchen")).toBeFocused();
  await expect.poll(() => stage.evaluate((element) => element.scrollTop)).toBeGreaterThan(10);
  await page.getByRole("button", { name: "All right · 5 items" }).click();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible();
  // The answers above do not know what was confirmed, so that a line may be confirmed again.
  await expect.poll(() => [...new Set(confirmed)]).toEqual(["104 {}", "102 {}"]);
});

test("loads a failed photo again by a tap", async ({ page, larder }) => {
  await mockReceipt(page);
  await page.route("**/pictures/0", (route) => route.abort(), { times: 1 });
  await larder.open(`/?tab=history&receipt=${RECEIPT_ID}`);
  await expect(page.getByRole("alert")).toContainText("Could not load the photo.");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("img", { name: "Photo 1 of 1 of the receipt" })).toBeVisible();
});

test("explains why a receipt of more than 90 days has no photo", async ({ page, larder }) => {
  await mockReceipt(page, { age: 91 });
  await larder.open(`/?tab=history&receipt=${RECEIPT_ID}`);
  await expect(page.getByText("Receipt photos are kept for 90 days. This one is older.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Correct Vollmilch" })).toBeVisible();
});

test("explains that a deleted receipt does not exist", async ({ page, larder }) => {
  await larder.open("/?tab=history&receipt=0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f");
  await expect(page.getByText("This receipt doesn't exist. It may have been deleted.")).toBeVisible();
});

test("switches the camera's light", async ({ page, larder }) => {
  await showScene(page, ROOM, { hasLight: true });
  await larder.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  const light = page.getByRole("button", { name: "Light" });
  await expect(light).toHaveAttribute("aria-pressed", "false");
  await light.click();
  await expect(light).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate(() => Reflect.get(window, "lights"))).toEqual([{ torch: true }]);
});

test("takes several photos of one receipt in a row", async ({ page, larder }) => {
  await showScene(page, ROOM);
  const keys: unknown[] = [];
  await page.route("**/api/receipts", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await route.continue();
  });
  await refusePhotos(page);
  await larder.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  await page.getByRole("button", { name: "Capture" }).click();
  await page.getByRole("button", { name: "One more" }).click();
  await expect(page.getByText("1 photo taken. Overlap the next photo by a few lines.")).toBeVisible();
  await page.getByRole("button", { name: "Capture" }).click();
  const read = page.waitForRequest("**/api/extract");
  await page.getByRole("button", { name: "Use Photo" }).click();
  const { receiptKeys } = (await read).postDataJSON() as { receiptKeys: string[] };
  expect(receiptKeys).toHaveLength(2);
  await expect(page.getByRole("list", { name: "2 photos of the receipt" })).toBeVisible();
  // A retry uploads them again, as a scan of its own.
  const again = page.waitForRequest("**/api/extract");
  await page.getByRole("button", { name: "Process Receipt" }).click();
  expect(((await again).postDataJSON() as { receiptKeys: string[] }).receiptKeys).toHaveLength(2);
  expect(new Set(keys).size).toBe(4);
});
