import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { expect, test } from "./support/larder";
import { setTextSize } from "./support/text-size";

test("opens the dialogs of household, sharing and importing from one page", async ({ page, larder }) => {
  await larder.open("/settings");
  await page.getByRole("link", { name: "Together" }).click();
  await expect(page).toHaveURL("/together");
  await expect(page.getByRole("heading", { name: "Together", level: 1 })).toBeVisible();
  for (const name of ["Household", "Share", "Import"])
    await expect(page.getByRole("region", { name, exact: true }).locator("p").first()).not.toBeEmpty();

  await page.getByRole("button", { name: "Add a device" }).click();
  await expect(page.getByRole("dialog", { name: "Add a device" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Open a shared list" }).click();
  await expect(page.getByRole("dialog", { name: "Import Shared List" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Import a file…" }).click();
  await expect(page.getByRole("dialog", { name: "Import", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  // Only a list with something to buy can be shared.
  const share = page.getByRole("region", { name: "Share", exact: true });
  await expect(share).toContainText("Your list is empty at the moment.");
  await larder.addRows({ name: "Milk", category: "Dairy & Eggs", quantity: 1, unit: "l" });
  await page.reload();
  await share.getByRole("button", { name: "Share your list" }).click();
  await expect(page.getByRole("dialog", { name: "Share shopping list" })).toBeVisible();
});

test("shows a QR code that a camera can read on small screens and with large text", async ({ page, larder }) => {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(await readFile(wasm)).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  await larder.open("/together");
  await page.getByRole("button", { name: "Add a device" }).click();
  const qr = page.getByRole("dialog").getByRole("img");
  const code = page.getByRole("dialog").locator("p", { hasText: "Code to type" });
  await expect(code).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [375, 667],
    [375, 553],
    [320, 568],
    [320, 480],
    [844, 390],
  ] as const)
    for (const percent of [100, 200]) {
      await page.setViewportSize({ width, height });
      await setTextSize(page, percent);
      const size = `${width} × ${height}, text ${percent} %`;
      await qr.scrollIntoViewIfNeeded();
      const found = await readBarcodes(await page.screenshot(), { formats: ["QRCode"] });
      expect([size, found.map(({ text }) => /\/link#/.test(text))]).toEqual([size, [true]]);
      const [above, below] = await Promise.all([qr.locator("path").boundingBox(), code.boundingBox()]);
      expect.soft((above?.y ?? 0) + (above?.height ?? 0), size).toBeLessThanOrEqual(below?.y ?? 0);
    }
});
