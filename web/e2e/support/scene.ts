import type { Page } from "@playwright/test";

/** The addresses of all screens. */
export const SCREENS: readonly string[] = [
  ...["/?tab=items", "/?tab=scan", "/?tab=history", "/?tab=archived"],
  ...["/shopping-list?view=browse", "/shopping-list?view=list", "/shared/Xk3vT9QmR2pLw7aBcDeFgH"],
  ...["/settings", "/together", "/link", "/legal", "/nowhere"],
];

/** The time of the page's clock. */
const MOMENT = new Date("2026-11-21T10:00:00.000Z");
const DAY = 86_400_000;
const from = (days: number) => new Date(MOMENT.getTime() + days * DAY).toISOString();
const id = (n: number) => `0199aa11-0000-7000-8000-${String(n).padStart(12, "0")}`;

function item(
  n: number,
  name: string,
  category: string,
  left: number,
  shelfLifeDays: number,
  quantity: number,
  unit: string,
  more: object = {},
) {
  return {
    id: id(n),
    userId: "me",
    scanSessionId: null,
    name,
    category,
    quantity,
    unit,
    shelfLifeDays,
    createdAt: from(left - shelfLifeDays),
    changedAt: from(-1),
    expiresAt: from(left),
    status: left <= 0 ? "expired" : left <= 3 ? "soon" : "fresh",
    itemStatus: "active",
    ...more,
  };
}

const ITEMS = [
  item(1, "Romaine lettuce", "Vegetable", -1.2, 5, 1, "head", { kind: "lettuce" }),
  item(2, "Whole milk", "Dairy", 0.6, 5, 1, "gallon", {
    kind: "milk",
    storage: "fridge",
    openedAt: from(-2),
    guide: {
      usual: { storage: "fridge", days: 5, source: "larder" },
      effects: {
        frozen: { storage: "freezer", days: 90, source: "foodkeeper" },
        thawed: { storage: "fridge", days: 3, source: "estimate" },
      },
      opensWhenUsed: true,
      freezesBadly: false,
    },
  }),
  item(3, "Chicken breast", "Meat", 1.4, 2, 1.5, "lb", { kind: "chicken" }),
  item(4, "Bananas", "Fruit", 2.2, 4, 1, "bunch", { kind: "banana" }),
  item(5, "Whole-grain sourdough bread from the corner bakery", "Bakery", 2.6, 3, 2, "loaf", {
    kind: "bread",
    storage: "counter",
  }),
  item(6, "Greek yogurt", "Dairy", 6.1, 7, 4, "container", { kind: "yogurt" }),
  item(7, "Salmon fillet", "Seafood", 5.3, 90, 0.5, "kg", {
    kind: "salmon",
    storage: "freezer",
    frozenAt: from(-70),
    expiresBeforeFreezing: from(-69),
    expiryReason: { because: "frozen", days: 75, storage: "freezer", source: "foodkeeper" },
  }),
  item(8, "Orange juice", "Beverages", 9.5, 10, 1, "bottle", { kind: "juice" }),
  item(9, "Basmati rice", "Pantry", 340, 365, 2, "bag", { kind: "rice" }),
];
const ARCHIVED = [
  item(11, "Strawberries", "Fruit", -3, 3, 1, "container", {
    kind: "strawberry",
    itemStatus: "deleted",
    outcome: "tossed",
  }),
  item(12, "Cheddar", "Dairy", 4, 14, 1, "block", { kind: "cheese", itemStatus: "archived", outcome: "used" }),
  item(13, "Ground beef", "Meat", -4, 3, 1, "lb", { kind: "groundbeef", itemStatus: "deleted" }),
];
const SESSIONS = [
  {
    id: "0199aa11-0000-7000-8000-000000000101",
    userId: "me",
    scannedAt: from(-0.1),
    itemCount: 9,
    textHash: "a",
    store: "Green Valley Market",
    total: 23.87,
    currency: "EUR",
  },
  { id: "0199bb22-0000-7000-8000-000000000102", userId: "me", scannedAt: from(-6), itemCount: 14, textHash: "b" },
  { id: "0199cc33-0000-7000-8000-000000000103", userId: "me", scannedAt: from(-40), itemCount: 1, textHash: "c" },
];
const row = (
  n: number,
  name: string,
  category: string,
  quantity: number,
  unit: string,
  notes: string,
  isCompleted = false,
) => ({
  id: id(200 + n),
  userId: "me",
  name,
  category,
  quantity,
  unit,
  notes,
  isCompleted,
  addedAt: from(-1 + n / 100),
  completedAt: isCompleted ? from(-0.2) : null,
});
const LIST = [
  row(1, "Apples", "Fruits", 2, "lb", "the red ones"),
  row(2, "Rolled oats", "Pantry Staples", 1, "bag", ""),
  row(3, "Oat milk", "Dairy & Eggs", 3, "carton", ""),
  row(4, "Dishwasher tablets", "Cleaning Supplies", 1, "box", "whatever is on offer"),
  row(5, "Frozen peas", "Frozen Foods", 2, "bag", ""),
  row(6, "Eggs", "Dairy & Eggs", 1, "dozen", ""),
  row(7, "Tea", "Beverages", 1, "box", "", true),
];
const WEEKS = Array.from({ length: 12 }, (_, n) => ({
  monday: new Date(Date.parse("2026-08-31") + n * 7 * DAY).toISOString().slice(0, 10),
  used: (n * 5) % 7,
  tossed: (n * 3) % 4,
  expired: n % 3,
}));

const MONTHS = [6, 7, 8, 9, 10, 11].map((n) => ({
  first: `2026-${String(n).padStart(2, "0")}-01`,
  used: n,
  tossed: 3,
  expired: 1,
  priced: n > 9 ? n - 1 : 0,
  money: n > 9 ? [{ currency: "EUR", used: n * 4.27, lost: 3.1 }] : [],
}));

/** The server's responses, the same on every day and machine. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/api/items": ITEMS,
  "/api/items/archived": ARCHIVED,
  "/api/scan-sessions": SESSIONS,
  [`/api/scan-sessions/${SESSIONS[0]?.id}/all-items`]: [ITEMS[1], ITEMS[3], ARCHIVED[0], ARCHIVED[1]],
  "/api/shopping-list": LIST,
  "/api/common-items": [],
  "/api/codes": [],
  "/api/household": { devices: [], recoveryCode: null },
  "/api/upload-limit": { remainingUploads: 27, monthlyLimit: 30, allowed: true },
  "/api/preferences": {
    id: id(300),
    userId: "me",
    pushNotificationsEnabled: true,
    notificationTime: "09:00",
    timeZone: "Europe/Berlin",
    lastNotificationCheck: from(-0.04),
    lastDeliveredAt: from(-0.9),
  },
  "/api/user/statistics": {
    items: { total: 9, fresh: 4, soon: 4, expired: 1 },
    weeks: WEEKS,
    months: MONTHS,
    actions: {},
  },
  "/api/shared-list/Xk3vT9QmR2pLw7aBcDeFgH": {
    list: {
      title: "Saturday’s barbecue",
      description: "For twelve people; whoever drives past the butcher takes the meat.",
      ownerName: "Ana",
      createdAt: from(-1),
    },
    items: LIST.slice(0, 5).map(({ id: own, name, category, quantity, unit, notes }) => ({
      id: own,
      name,
      category,
      quantity,
      unit,
      notes,
    })),
  },
};

const NOTHING: Readonly<Record<string, unknown>> = {
  ...ANSWERS,
  "/api/items": [],
  "/api/items/archived": [],
  "/api/scan-sessions": [],
  "/api/shopping-list": [],
  "/api/user/statistics": {
    items: { total: 0, fresh: 0, soon: 0, expired: 0 },
    weeks: WEEKS.map(({ monday }) => ({ monday, used: 0, tossed: 0, expired: 0 })),
    months: MONTHS.map(({ first }) => ({ first, used: 0, tossed: 0, expired: 0, priced: 0, money: [] })),
    actions: {},
  },
};

/** Fields with text that users type. */
const TYPED: ReadonlySet<string> = new Set(["name", "notes", "store", "title", "description", "ownerName"]);

/**
 * Answers all requests with the same data, at the same time, and accepts a change of an item or row without making it:
 * the toast of a refused one would soon cover its Undo. `empty` is a new household; `word` replaces all typed texts.
 */
export async function setScene(
  page: Page,
  { empty = false, word }: { empty?: boolean; word?: string } = {},
): Promise<void> {
  await page.clock.setFixedTime(MOMENT);
  const answers = empty ? NOTHING : ANSWERS;
  await page.route("**/api/**", (route) => {
    const path = new URL(route.request().url()).pathname;
    return path in answers
      ? route.fulfill({
          body: JSON.stringify(answers[path], (key, value: unknown) => (word && TYPED.has(key) ? word : value)),
          contentType: "application/json",
        })
      : route.request().method() !== "GET" && /^\/api\/(items|shopping-list)\//.test(path)
        ? route.fulfill({ json: { message: "Done." } })
        : route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } });
  });
}
