import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";

/**
 * The API's contract answered from memory, for building screens without the real server (`LARDER_MOCK=1 npm run dev`).
 * It lives in the development server only and never reaches a build; the end-to-end tests run against the real
 * `larder`.
 */
type Row = Record<string, unknown> & { id: string };
const DAY = 86_400_000;
const from = (days: number) => new Date(Date.now() + days * DAY).toISOString();

function item(
  name: string,
  category: string,
  left: number,
  shelfLifeDays: number,
  quantity = 1,
  unit = "item",
  itemStatus = "active",
): Row {
  return {
    id: randomUUID(),
    userId: "mock",
    scanSessionId: null,
    name,
    category,
    quantity,
    unit,
    shelfLifeDays,
    createdAt: from(left - shelfLifeDays),
    expiresAt: from(left),
    status: "fresh",
    itemStatus,
    notes: null,
  };
}

let items: Row[] = [
  item("Whole milk", "Dairy", 0.6, 5, 1, "gallon"),
  item("Chicken thighs", "Meat", 1.5, 2, 1.2, "lb"),
  item("Strawberries", "Fruit", 2.2, 3, 2, "container"),
  item("Romaine lettuce", "Vegetable", -0.9, 5, 1, "head"),
  item("Sourdough bread", "Bakery", 2.8, 3, 1, "loaf"),
  item("Greek yogurt", "Dairy", 5.5, 7, 4, "container"),
  item("Bananas", "Fruit", 3.4, 4, 1, "bunch"),
  item("Carrots", "Vegetable", 17.2, 21, 1, "bag"),
  item("Cheddar", "Dairy", 11, 14, 1, "block"),
  item("Spaghetti", "Pantry", 300, 365, 2, "box"),
  item("Orange juice", "Beverages", 6.3, 10, 1, "item"),
  item("Salmon fillet", "Seafood", 0.9, 2, 0.4, "kg"),
  item("Apples", "Fruit", 9, 14, 3, "lb", "archived"),
  item("Tomatoes", "Vegetable", -3, 5, 1, "lb", "deleted"),
];
const entry = (
  name: string,
  category: string,
  quantity: number,
  unit: string,
  isCompleted = false,
  notes = "",
): Row => ({
  id: randomUUID(),
  userId: "mock",
  name,
  category,
  quantity,
  unit,
  isCompleted,
  addedAt: from(-0.1),
  completedAt: isCompleted ? from(0) : null,
  notes,
});
let list: Row[] = [
  entry("Milk", "Dairy & Eggs", 1, "gallon"),
  entry("Bananas", "Fruits", 2, "bunch", false, "not too ripe"),
  entry("Sourdough bread", "Bread & Bakery", 1, "loaf"),
  entry("Chicken breast", "Meat & Poultry", 2, "lb", false, "for Saturday, if they have the free-range one"),
  entry("Spaghetti", "Pantry Staples", 2, "box"),
  entry("Carrots", "Vegetables", 1, "bag"),
  entry("Dish soap", "Cleaning Supplies", 1, "bottle"),
  entry("Butter", "Dairy & Eggs", 1, "pack", true),
  entry("Apples", "Fruits", 6, "item", true),
];
const sessionId = randomUUID();
const shares = new Map<string, { list: Record<string, unknown>; items: Row[] }>();
let preferences: Record<string, unknown> = { pushNotificationsEnabled: true, notificationTime: "09:00" };
let remaining = 12;

const status = (row: Row) => {
  const left = (Date.parse(String(row["expiresAt"])) - Date.now()) / DAY;
  return left <= 0 ? "expired" : Math.ceil(left) <= 3 ? "soon" : "fresh";
};
const view = (row: Row) => ({ ...row, status: status(row) });
const active = () => items.filter((row) => row["itemStatus"] === "active").map(view);

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === "") return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

async function extract(): Promise<[number, unknown]> {
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  if (remaining === 0)
    return [
      429,
      { error: "Monthly upload limit reached", message: "You've reached your monthly limit of receipt scans." },
    ];
  remaining -= 1;
  const found = [
    item("Blueberries", "Fruit", 5, 5, 1, "container"),
    item("Brown eggs", "Dairy", 21, 21, 1, "dozen"),
    item("Ground beef", "Meat", 3, 3, 1.5, "lb"),
  ].map((row) => ({
    ...row,
    scanSessionId: sessionId,
    rawText: String(row["name"]).toUpperCase(),
    confidence: 0.9,
  }));
  items = [...items, ...found];
  return [
    200,
    {
      sessionId,
      items: found.map(view),
      itemCount: found.length,
      message: "Found 3 items",
      skipped: [{ rawText: "PAPER TOWELS" }],
    },
  ];
}

async function answer(method: string, path: string, body: Record<string, unknown>): Promise<[number, unknown]> {
  const [, , family, id, action] = path.split("/");
  const set = (itemStatus: string): [number, unknown] => {
    items = items.map((row) => (row.id === id ? { ...row, itemStatus } : row));
    return [200, { message: "ok" }];
  };
  const key = `${method} /${family}`;
  if (path.startsWith("/identity/v1/accounts:signUp"))
    return [200, { localId: "mock-user-12345678", idToken: "mock", refreshToken: "mock", expiresIn: "3600" }];
  if (path.startsWith("/identity/v1/token"))
    return [
      200,
      {
        user_id: "mock-user-12345678",
        id_token: "mock",
        access_token: "mock",
        refresh_token: "mock",
        expires_in: "3600",
      },
    ];
  if (path.startsWith("/identity/v1/accounts:delete")) return [200, {}];
  if (key === "GET /upload-limit")
    return [200, { remainingUploads: remaining, monthlyLimit: 30, allowed: remaining > 0 }];
  if (key === "POST /extract") return extract();
  if (key === "GET /items")
    return [200, id === "archived" ? items.filter((row) => row["itemStatus"] !== "active").map(view) : active()];
  if (key === "POST /items") {
    const made = { ...item("", "", 0, 1), ...body } as Row;
    items = [...items, made];
    return [201, { ...view(made), message: "Item created" }];
  }
  if (key === "PUT /items") {
    items = items.map((row) => (row.id === id ? { ...row, ...body } : row));
    return [200, { message: "ok" }];
  }
  if (key === "PATCH /items") return set({ archive: "archived", delete: "deleted" }[action ?? ""] ?? "active");
  if (key === "DELETE /items") {
    items = items.map((row) =>
      row["itemStatus"] === "active" && (body["status"] === "all" || status(row) === body["status"])
        ? { ...row, itemStatus: "deleted" }
        : row,
    );
    return [200, { message: "ok" }];
  }
  if (key === "GET /scan-sessions") {
    return [
      200,
      id
        ? id === sessionId
          ? [...items.slice(0, 4), ...items.slice(12, 14)].map(view)
          : []
        : [
            { id: sessionId, userId: "mock", scannedAt: from(-0.2), itemCount: 6, textHash: "" },
            {
              id: "7d1f02aa-0000-7000-8000-000000000001",
              userId: "mock",
              scannedAt: from(-8),
              itemCount: 0,
              textHash: "",
            },
            {
              id: "5b1f02aa-0000-7000-8000-000000000002",
              userId: "mock",
              scannedAt: from(-40),
              itemCount: 1,
              textHash: "",
            },
          ],
    ];
  }
  if (key === "POST /scan-sessions" || key === "POST /re-add-items") return [200, { message: "Added 5 items" }];
  if (key === "GET /preferences") return [200, preferences];
  if (key === "PUT /preferences") return [200, (preferences = { ...preferences, ...body })];
  if (key === "GET /household") return [200, { devices: [], recoveryCode: null }];
  if (key === "POST /check-notifications") return [200, { message: "Checked" }];
  if (key === "GET /common-items") return [200, []];
  if (key === "GET /shopping-list") return [200, list];
  if (path === "/api/shopping-list/share") {
    const token = randomUUID().replaceAll("-", "").slice(0, 22);
    const chosen = list.filter(
      (row) =>
        !row["isCompleted"] &&
        (body["shareType"] !== "selected" || (body["selectedItemIds"] as string[]).includes(row.id)),
    );
    shares.set(token, {
      list: {
        title: body["title"],
        description: body["description"],
        ownerName: body["ownerName"],
        createdAt: from(0),
      },
      items: chosen,
    });
    return [201, { token, url: `http://localhost:5173/shared/${token}` }];
  }
  if (path.startsWith("/api/shopping-list/share/") && method === "DELETE")
    return shares.delete(action ?? "")
      ? [200, { message: "ok" }]
      : [404, { error: "not_found", message: "Not found." }];
  if (path === "/api/shopping-list/import-shared")
    return [200, { imported: (body["items"] as unknown[]).length, message: "ok" }];
  if (key === "POST /shopping-list") {
    list = [...list, { isCompleted: false, addedAt: from(0), completedAt: null, ...body } as unknown as Row];
    return [201, { ...body, message: "ok" }];
  }
  if (key === "PATCH /shopping-list") {
    list = list.map((row) =>
      row.id === id ? { ...row, isCompleted: body["isCompleted"] ?? !row["isCompleted"] } : row,
    );
    return [200, { message: "ok" }];
  }
  if (key === "DELETE /shopping-list") {
    list =
      id === "all"
        ? []
        : id === "completed"
          ? list.filter((row) => !row["isCompleted"])
          : list.filter((row) => row.id !== id);
    return [200, { message: "ok" }];
  }
  if (key === "GET /shared-list") {
    const shared = shares.get(id ?? "");
    if (shared) return [200, shared];
    if (id === "emptyemptyempty")
      return [
        200,
        { list: { title: "Nothing yet", description: null, ownerName: "Ana", createdAt: from(-1) }, items: [] },
      ];
    if (id !== "samplesample") return [404, { error: "not_found", message: "Not found." }];
    return [
      200,
      {
        list: {
          title: "Weekend barbecue",
          description: "For nine, on Saturday",
          ownerName: "Ana",
          createdAt: from(-1),
        },
        items: [
          entry("Sausages", "Meat & Poultry", 9, "item"),
          entry("Milk", "Dairy & Eggs", 1, "gallon"),
          entry("Charcoal", "Garden", 1, "bag", false, "the big one"),
          entry("Lettuce", "Vegetables", 2, "head"),
          entry("Apples", "Fruits", 2, "lb"),
        ],
      },
    ];
  }
  if (path === "/api/user/export") return [200, { items, shoppingList: list, preferences }];
  if (key === "DELETE /user") {
    items = [];
    list = [];
    return [200, { message: "ok" }];
  }
  return [404, { error: "not_found", message: "There is nothing here." }];
}

export function mockApi(): Plugin {
  return {
    name: "larder-mock-api",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        const path = new URL(request.url ?? "/", "http://mock").pathname;
        if (!path.startsWith("/api/") && !path.startsWith("/identity/")) return next();
        void readBody(request)
          .then((body) => answer(request.method ?? "GET", path, body))
          .then(([code, body]) => {
            response.writeHead(code, { "Content-Type": "application/json" });
            response.end(JSON.stringify(body));
          });
      });
    },
  };
}
