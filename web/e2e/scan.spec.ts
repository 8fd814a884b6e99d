import { files } from "./support/files";
import { delayRequests, expect, expectToast, test } from "./support/larder";
import { photoPicker, READING, refusePhotos } from "./support/receipt-scene";

test.describe.configure({ timeout: 300_000 });

test("offers Cancel, Shopping List and Larder for a receipt scanned twice", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  const scan = () => photoPicker(page).setInputFiles(files.otherReceipt);
  await scan();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible(READING);
  await expect(page.getByRole("list", { name: "Items" }).getByRole("listitem").first()).toBeVisible();
  const before = await page.getByRole("list", { name: "Items" }).getByRole("listitem").count();
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await scan();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button")).toHaveText(["Cancel", "Shopping List", "Larder"], READING);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Process Receipt" }).click();
  await question.getByRole("button", { name: "Shopping List" }).click(READING);
  await expect(page.getByText("Added to Shopping List")).toBeVisible();
  await expect.poll(async () => (await larder.call<unknown[]>("GET", "/api/shopping-list")).length).toBe(before);
  await scan();
  await question.getByRole("button", { name: "Larder" }).click(READING);
  await expect(page.getByText("All items of this scan are already in your larder.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible();
  // A duplicate costs nothing.
  expect(await larder.call("GET", "/api/upload-limit")).toMatchObject({ remainingUploads: 4, monthlyLimit: 5 });
});

test("keeps the photo in view while its lines appear", async ({ page, larder }) => {
  // The lines are shown for 1.4 s, which is short for a busy machine.
  await page.addInitScript(() => {
    const own = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms: number) => own(run, ms === 1_400 ? 20_000 : ms)) as typeof setTimeout;
  });
  await larder.open("/?tab=scan");
  await photoPicker(page).setInputFiles(files.otherReceipt);
  await expect(page.getByRole("heading", { name: /^4 items found/ })).toBeVisible(READING);
  await expect(page.getByRole("img", { name: "The chosen receipt" })).toBeVisible({ timeout: 5_000 });
});

test("rejects a picture without groceries, and does not count it", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  await photoPicker(page).setInputFiles(files.landscape);
  await expect(page.getByText("Processing Failed")).toBeVisible(READING);
  await expect(page.getByText("landscape.png")).toBeVisible();
  expect(await larder.call("GET", "/api/upload-limit")).toMatchObject({ remainingUploads: 5 });
});

test("scales a large photo down before sending", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  const photo = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    for (let n = 0; n < 3000; n += 1) {
      context.fillStyle = `hsl(${n % 360} 80% 50%)`;
      context.fillRect((n * 137) % 4000, (n * 91) % 3000, 160, 90);
    }
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(blob);
    });
  });
  const sent = page.waitForRequest("**/api/extract");
  await refusePhotos(page);
  await photoPicker(page).setInputFiles({
    name: "photo.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(photo.slice(photo.indexOf(",") + 1), "base64"),
  });
  const body = (await sent).postDataJSON() as { imageBase64: string };
  expect((await sent).headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  const size = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      await (await new Response(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)))).blob(),
    );
    return { width: bitmap.width, height: bitmap.height, bytes: atob(base64).length };
  }, body.imageBase64);
  expect(size).toMatchObject({ width: 2000, height: 1500 });
  expect(size.bytes).toBeLessThan(4_000_000);
  await expect(page.getByText("Processing Failed")).toBeVisible();
  await expect(page.getByText("We found no groceries.")).toBeVisible();
  // It was sent, and the photo is still in the picker: nothing else is left to be done about it.
  await expect(page.getByRole("button", { name: /could not sync/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Process Receipt" })).toBeVisible();
});

test("shows 'Upload Limit Reached' with the server's message, and updates the badge", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  await expect(page.locator("[data-tone=default]")).toHaveText("5 of 5 uploads remaining this month");
  let remaining = 2;
  await page.route("**/api/upload-limit", (route) =>
    route.fulfill({ json: { remainingUploads: remaining, monthlyLimit: 5, allowed: remaining > 0 } }),
  );
  await page.reload();
  await expect(page.locator("[data-tone=secondary]")).toHaveText("2 of 5 uploads remaining this month");
  remaining = 0;
  await page.route("**/api/extract", (route) =>
    route.fulfill({
      status: 429,
      json: { error: "Monthly upload limit reached", message: "Your month is full until 1 December." },
    }),
  );
  await photoPicker(page).setInputFiles(files.receipt);
  await expect(page.getByText("Upload Limit Reached")).toBeVisible();
  await expect(page.getByText("Your month is full until 1 December.")).toBeVisible();
  await expect(page.locator("[data-tone=destructive]")).toHaveText("0 of 5 uploads remaining this month");
});

test(
  "adds an item by hand: a name is required, and a category brings unit and days",
  { tag: "@main" },
  async ({ page, larder }) => {
    await larder.open("/settings");
    await page.getByRole("link", { name: "Add items" }).click();
    await page.getByRole("button", { name: /^By hand/ }).click();
    await expect(page.getByLabel("Item name")).toBeFocused();
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Please fill in item name.");
    await expect(page.getByLabel("Item name")).toBeFocused();
    const options = async (label: string | RegExp) =>
      (await page.getByLabel(label).locator("option").allTextContents()).join(", ");
    expect(await options(/^Category/)).toBe("Choose a category, Dairy, Meat, Fruit, Vegetable, Bakery, Pantry, Other");
    expect(await options("Unit")).toBe("item, lb, kg, oz, g, bunch, bag, box");
    await page.getByLabel("Item name").fill("Bananas");
    await page.getByLabel(/^Category/).selectOption("Fruit");
    await expect(page.getByLabel("Unit")).toHaveValue("bunch");
    await expect(page.getByLabel("Shelf life (days)", { exact: true })).toHaveValue("4");
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    await expectToast(page, /^Bananas · until \w{3}$/);
    await expect
      .poll(() => larder.call<object[]>("GET", "/api/items"))
      .toEqual([
        expect.objectContaining({
          name: "Bananas",
          category: "Fruit",
          unit: "bunch",
          quantity: 1,
          shelfLifeDays: 4,
          scanSessionId: null,
          itemStatus: "active",
        }),
      ]);
  },
);

test("completes a name typed before the catalogue loads, except fields set by the user", async ({ page, larder }) => {
  const category = page.getByLabel("Category (optional)");
  for (const [chosen, then] of [
    ["", "Dairy"],
    ["Meat", "Meat"],
  ] as const) {
    const arrive = await delayRequests(page, /_virtual_catalogue-/);
    const answered = page.waitForResponse(/_virtual_catalogue-/);
    await larder.open("/?tab=scan");
    await page.getByLabel("Item name").fill("mozzarella");
    if (chosen) await category.selectOption(chosen);
    await expect(category).toHaveValue(chosen);
    arrive();
    await answered;
    await expect(category).toHaveValue(then);
    await page.unroute(/_virtual_catalogue-/);
  }
});
