// Takes the manifest's screenshots and the README's picture of the items from a running server:
// `node scripts/screenshots.mjs http://127.0.0.1:8080`.
import { mkdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installedPage, launch, post, SITE } from "./browser.mjs";

const [base = "http://127.0.0.1:8080"] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PHONE = here("../public/screenshots/items-phone.png");
const WIDE = here("../public/screenshots/items-wide.png");
const README = here("../../docs/images/items.png");
const READING = join(tmpdir(), "larder-reading.png");
const DAY = 86_400_000;

/** name, category, quantity, unit, days left, shelf life in days */
const SHELF = [
  ["Baby spinach", "Vegetable", 1, "bag", 0.4, 5],
  ["Salmon fillet", "Seafood", 0.5, "kg", 1.3, 2],
  ["Whole milk", "Dairy", 1, "gallon", 1.6, 5],
  ["Sourdough bread", "Bakery", 1, "loaf", 2.2, 3],
  ["Bananas", "Fruit", 1, "bunch", 2.6, 4],
  ["Greek yogurt", "Dairy", 4, "container", 4.4, 7],
  ["Cherry tomatoes", "Vegetable", 1, "box", 5.3, 7],
  ["Cheddar", "Dairy", 1, "block", 11.2, 14],
  ["Eggs", "Dairy", 1, "dozen", 17.5, 21],
];

const browser = await launch(base);

/** Renders the receipt to scan. */
async function renderReceipt() {
  const row = (name, price) => name.padEnd(22) + price.padStart(8);
  const lines = [
    "     GREEN VALLEY MARKET",
    "      12 Orchard Street",
    "",
    row("BABY SPINACH", "2.49"),
    row("SALMON FILLET", "8.90"),
    row("WHOLE MILK 1GAL", "3.99"),
    row("SOURDOUGH BREAD", "4.20"),
    row("BANANAS", "1.29"),
    "",
    row("TOTAL", "20.87"),
    row("VISA ****4412", "20.87"),
  ];
  const page = await browser.newPage({ viewport: { width: 700, height: 860 } });
  await page.setContent(`<!doctype html><body style="margin:0;background:#b99a72"><pre style="margin:40px auto;width:520px;
    padding:40px 30px;background:#fff;color:#111;font:600 27px/1.7 'Liberation Mono',monospace">${lines.join("\n")}</pre>`);
  const picture = await page.screenshot();
  await page.close();
  return { name: "receipt.png", mimeType: "image/png", buffer: picture };
}

async function takeReading(path, options) {
  const context = await browser.newContext({ baseURL: SITE, locale: "en-US", serviceWorkers: "block", ...options });
  await context.addInitScript(() => {
    // Keeps the found lines on the screen until the picture is taken: `REVEAL_MS` of src/features/scan/use-scan.ts.
    const original = window.setTimeout.bind(window);
    window.setTimeout = (run, ms) => original(run, ms === 1_400 ? 60_000 : ms);
  });
  const page = await context.newPage();
  await page.goto("/?tab=scan");
  await page.locator("input[type=file]").setInputFiles(await renderReceipt());
  await page.getByRole("heading", { name: /items found/ }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1_500);
  await page.screenshot({ path });
  await context.close();
}

async function take(path, options) {
  const context = await browser.newContext({
    baseURL: SITE,
    locale: "en-US",
    colorScheme: "light",
    serviceWorkers: "block",
    ...options,
  });
  const page = await installedPage(context);
  await page.goto("/?tab=items");
  await page.waitForFunction(() => localStorage.getItem("larder.session") !== null);
  for (const [name, category, quantity, unit, left, shelfLifeDays] of SHELF) {
    const expiresAt = new Date(Date.now() + left * DAY).toISOString();
    await post(page, "/api/items", { name, category, quantity, unit, shelfLifeDays, expiresAt, scanSessionId: null });
  }
  await page.reload();
  await page.getByRole("heading", { name: "Baby spinach" }).first().waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path });
  await context.close();
}

await mkdir(here("../public/screenshots"), { recursive: true });
await mkdir(here("../../docs/images"), { recursive: true });
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
await takeReading(READING, phone);
await take(PHONE, phone);
await take(WIDE, { viewport: { width: 1280, height: 800 } });

// Side by side for the README: a receipt becomes items.
const url = async (path) => `data:image/png;base64,${(await readFile(path)).toString("base64")}`;
const page = await browser.newPage({ viewport: { width: 1280, height: 640 } });
await page.setContent(`<body style="margin:0;display:flex;align-items:center;justify-content:center;gap:32px;height:640px;background:#e6dcc6">
  <img src="${await url(READING)}" style="height:584px;border-radius:24px"><img src="${await url(PHONE)}" style="height:584px;border-radius:24px"><img src="${await url(WIDE)}" style="height:390px;border-radius:12px">`);
await page.waitForTimeout(300);
await page.screenshot({ path: README });
await browser.close();
for (const path of [PHONE, WIDE, README]) console.log(`${path}: ${(await stat(path)).size} bytes`);
