import { writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { BROWSER_ARGS, browserPath } from "./browser";
import { files } from "./files";

/** Returns a page that shows a receipt. */
const receipt = (lines: readonly string[]) => `<!doctype html><body style="margin:0;background:#efece6">
  <pre style="margin:24px auto;width:620px;padding:36px 30px;background:#fff;color:#111;font:600 27px/1.65 'Liberation Mono','DejaVu Sans Mono',monospace">${lines.join("\n")}</pre>`;

const row = (name: string, price: string) => name.padEnd(26) + price.padStart(8);

const first = [
  "        GREEN VALLEY MARKET",
  "         12 Orchard Street",
  "",
  row("WHOLE MILK 1GAL", "3.99"),
  row("BANANAS", "1.29"),
  row("CHEDDAR CHEESE 8OZ", "4.49"),
  row("WHEAT BREAD", "2.79"),
  "",
  row("SUBTOTAL", "12.56"),
  row("TAX", "0.00"),
  row("TOTAL", "12.56"),
  row("VISA ****4412", "12.56"),
  "",
  "   11/20/2026   14:32   REG 04",
];
const second = [
  "          CORNER GROCER",
  "          7 Mill Lane",
  "",
  row("CHICKEN BREAST", "8.40"),
  row("GREEK YOGURT", "5.19"),
  row("CARROTS 2LB", "1.99"),
  row("ORANGE JUICE", "4.25"),
  "",
  row("SUBTOTAL", "19.83"),
  row("TOTAL", "19.83"),
  row("CASH", "20.00"),
  row("CHANGE", "0.17"),
  "",
  "   11/18/2026   09:05",
];

const long = [
  "         HILL SIDE FOODS",
  "         3 Mountain Road",
  "",
  row("GREEN APPLES", "3.20"),
  row("SALMON FILLET", "9.80"),
  row("BASMATI RICE", "4.15"),
  row("TOMATO SOUP", "1.89"),
  row("OLIVE OIL", "7.49"),
  row("SPAGHETTI", "1.29"),
  row("GROUND BEEF", "6.75"),
  row("ROMAINE LETTUCE", "1.99"),
  row("BUTTER", "2.59"),
  row("LARGE EGGS", "3.39"),
  row("SOUR CREAM", "1.45"),
  "",
  row("SUBTOTAL", "43.99"),
  row("TOTAL", "43.99"),
  row("CASH", "50.00"),
  row("CHANGE", "6.01"),
  "",
  "   11/19/2026   18:21   REG 02",
];

/** Renders the photos that the tests scan. */
export default async function globalSetup(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: BROWSER_ARGS,
  });
  const page = await browser.newPage({ viewport: { width: 760, height: 980 } });
  await page.setContent(receipt(first));
  await page.screenshot({ path: files.receipt });
  await page.setContent(receipt(second));
  await page.screenshot({ path: files.otherReceipt });
  for (const [file, lines] of [
    [files.longReceipt[0], long.slice(0, 11)],
    [files.longReceipt[1], long.slice(7)],
  ] as const) {
    await page.setContent(receipt(lines));
    await page.screenshot({ path: file });
  }
  await page.setContent(receipt(second));
  // A Motion JPEG film is a sequence of JPEGs.
  await writeFile(files.film, await page.screenshot({ type: "jpeg", quality: 92 }));
  await page.setContent('<body style="margin:0;background:linear-gradient(#8fc1e8 50%,#6ba348 50%)">');
  await page.screenshot({ path: files.landscape });
  await browser.close();
}
