import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { files } from "./files";

/** Reading a photo takes two seconds on a quiet machine and many on a busy one. */
export const READING = { timeout: 120_000 };

/** Returns the file input of the scan tab. */
export const photoPicker = (page: Page) => page.locator("input[type=file]");

/** Answers each photo of a receipt as one without groceries, which stays chosen. */
export const refusePhotos = (page: Page) =>
  page.route("**/api/extract", (route) =>
    route.fulfill({ status: 422, json: { error: "no_items_found", message: "We found no groceries." } }),
  );

const DAY = 86_400_000;
const id = (n: number) => `0199dd44-0000-7000-8000-${String(n).padStart(12, "0")}`;

export const RECEIPT_ID = "0199dd44-0000-7000-8000-00000000000f";

/** The lines of the receipt, of which two are uncertain. */
const ITEMS: readonly (readonly [raw: string, name: string, category: string, price: number, confidence: number])[] = [
  ["VOLLMILCH 3,5%", "Vollmilch", "Dairy", 1.19, 0.97],
  ["BANANEN CHIQUITA", "Bananen", "Fruit", 2.38, 0.95],
  ["MANDELHOERNCH", "Mandelhörnchen", "Other", 3.49, 0.61],
  ["ROGGENBROT 750G", "Roggenbrot", "Bakery", 4.29, 0.93],
  ["S.RAHM 200G", "Sauerrahm", "Dairy", 0.99, 0.42],
];

/**
 * Answers the requests for a receipt with the photo of `global-setup.ts`. One of its lines has no position, and a
 * skipped one is no food.
 */
export async function mockReceipt(
  page: Page,
  { age = 0, now = Date.now() }: { age?: number; now?: number } = {},
): Promise<void> {
  const scannedAt = now - age * DAY - 3_600_000;
  const items = ITEMS.map(([rawText, name, category, price, confidence], n) => ({
    // Unlike the ids of lines that the user adds, not derived from the receipt's.
    id: id(100 + n).replace("-7000-", "-7001-"),
    userId: "me",
    scanSessionId: RECEIPT_ID,
    name,
    category,
    quantity: n === 1 ? 2 : 1,
    unit: "item",
    shelfLifeDays: 5,
    createdAt: new Date(scannedAt).toISOString(),
    changedAt: new Date(scannedAt).toISOString(),
    expiresAt: new Date(now + (4 + n) * DAY).toISOString(),
    status: "fresh",
    itemStatus: "active",
    rawText,
    confidence,
    storage: "fridge",
    price,
    currency: "EUR",
  }));
  const isKept = age < 90;
  /** The position of a line in the photo of `global-setup.ts`. */
  const place = (n: number) => ({
    photo: 0,
    left: 0.08,
    right: 0.9,
    top: 0.195 + n * 0.0456,
    bottom: 0.235 + n * 0.0456,
  });
  const receipt = {
    id: RECEIPT_ID,
    userId: "me",
    scannedAt: new Date(scannedAt).toISOString(),
    itemCount: items.length,
    textHash: "d",
    store: "Dorfladen Sonnenhang",
    pictures: isKept ? 1 : 0,
    keptUntil: new Date(scannedAt + 90 * DAY).toISOString(),
    ...(isKept && { total: 23.47, currency: "EUR", offBy: 3.2 }),
    lines: items.map((item, n) => ({ itemId: item.id, ...(isKept && n < 4 && { place: place(n) }) })),
    skipped: isKept
      ? [
          {
            rawText: "HANDSEIFE 2X",
            name: "Handseife",
            category: "Household",
            quantity: 2,
            unit: "item",
            shelfLifeDays: 365,
            price: 2.58,
          },
        ]
      : [],
  };
  const added: object[] = [];
  await page.route(`**/api/scan-sessions/${RECEIPT_ID}/receipt`, (route) => route.fulfill({ json: receipt }));
  await page.route(`**/api/scan-sessions/${RECEIPT_ID}/all-items`, (route) => route.fulfill({ json: items }));
  await page.route(`**/api/scan-sessions/${RECEIPT_ID}/pictures/0`, (route) =>
    route.fulfill({ contentType: "image/png", body: readFileSync(files.receipt) }),
  );
  await page.route("**/api/items/archived", (route) => route.fulfill({ json: [] }));
  await page.route("**/api/items", (route) => {
    if (route.request().method() !== "POST") return route.fulfill({ json: [...items, ...added] });
    const made = { ...items[0], scanSessionId: null, ...(route.request().postDataJSON() as object) };
    added.push(made);
    return route.fulfill({ status: 201, json: { ...made, message: "Added." } });
  });
}
