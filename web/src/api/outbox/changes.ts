import type { RequestOptions } from "../client";
import type { DeletableStatus, GroceryItem, Outcome, Preferences, Schemas, ShoppingListItem, SharedItem } from "../types";

/**
 * Everything a person can change while offline. A change is plain data: it can be stored, carried to another tab and sent later. What it does to the lists on
 * screen stands in `overlay.ts`, what it asks of the server below.
 */
export type Change =
  | { kind: "item.create"; item: GroceryItem }
  | { kind: "item.update"; item: GroceryItem }
  | { kind: "item.archive"; item: GroceryItem }
  | { kind: "item.delete"; item: GroceryItem }
  /** What became of an item. The service worker, which takes the answer to a reminder, knows no more than its id. */
  | { kind: "item.outcome"; itemId: string; outcome: Outcome; item?: GroceryItem }
  | { kind: "item.restore"; item: GroceryItem }
  | { kind: "items.deleteByStatus"; status: DeletableStatus }
  | { kind: "session.readd"; sessionId: string }
  | { kind: "session.toShoppingList"; sessionId: string }
  /** `back` for a row that was removed and returns: to its old place, completed if it was. */
  | { kind: "list.add"; item: ShoppingListItem; back?: true }
  | { kind: "list.toggle"; id: string; isCompleted: boolean }
  | { kind: "list.remove"; id: string }
  | { kind: "list.clearCompleted" }
  | { kind: "list.clearAll" }
  | { kind: "list.import"; items: SharedItem[]; sharedBy: string; sharedAt: string }
  | { kind: "preferences.update"; preferences: Partial<Preferences> };

export type ChangeKind = Change["kind"];

export interface QueuedChange {
  /** Its place among all tabs' changes; absent until the browser's database has it. */
  readonly seq?: number;
  /** The Idempotency-Key it is sent with, however often. */
  readonly key: string;
  /** Whose it is; null while nobody could be signed in yet. */
  readonly uid: string | null;
  readonly at: string;
  readonly change: Change;
}

/** The specification has the session in it, which the server need not be told. */
function createItemBody(item: GroceryItem): Schemas["ItemDraft"] & { scanSessionId: null } {
  const { id, name, category, quantity, unit, shelfLifeDays, expiresAt, notes } = item;
  return { id, name, category, quantity, unit, shelfLifeDays, expiresAt, scanSessionId: null, ...(notes ? { notes } : {}) };
}

const id = encodeURIComponent;

/** The call of specification §7 that carries a change out. */
export function requestFor(change: Change): { path: string; options: RequestOptions } {
  switch (change.kind) {
    case "item.create":
      return { path: "/api/items", options: { method: "POST", body: createItemBody(change.item) } };
    case "item.update": {
      const { name, category, quantity, unit, shelfLifeDays, expiresAt } = change.item;
      return { path: `/api/items/${id(change.item.id)}`, options: { method: "PUT", body: { name, category, quantity, unit, shelfLifeDays, expiresAt } satisfies Schemas["ItemDraft"] } };
    }
    case "item.archive":
      return { path: `/api/items/${id(change.item.id)}/archive`, options: { method: "PATCH" } };
    case "item.outcome":
      // What was eaten is put away, what was thrown away is deleted; either can be restored.
      return { path: `/api/items/${id(change.itemId)}/${change.outcome === "used" ? "archive" : "delete"}`, options: { method: "PATCH", body: { outcome: change.outcome } satisfies Schemas["Leaving"] } };
    case "item.delete":
      return { path: `/api/items/${id(change.item.id)}/delete`, options: { method: "PATCH" } };
    case "item.restore":
      return { path: `/api/items/${id(change.item.id)}/restore`, options: { method: "PATCH" } };
    case "items.deleteByStatus":
      return { path: "/api/items/delete-all-by-status", options: { method: "DELETE", body: { status: change.status } satisfies Schemas["WhichItems"] } };
    case "session.readd":
      return { path: "/api/re-add-items", options: { method: "POST", body: { sessionId: change.sessionId } satisfies Schemas["WhichSession"] } };
    case "session.toShoppingList":
      return { path: `/api/scan-sessions/${id(change.sessionId)}/add-to-shopping-list`, options: { method: "POST" } };
    case "list.add": {
      const { id: itemId, name, category, quantity, unit, notes, addedAt, isCompleted } = change.item;
      const draft: Schemas["ListItemDraft"] = { id: itemId, name, category, quantity, unit, notes: notes ?? "", ...(change.back && { addedAt, isCompleted }) };
      return { path: "/api/shopping-list", options: { method: "POST", body: draft } };
    }
    case "list.toggle":
      return { path: `/api/shopping-list/${id(change.id)}/toggle`, options: { method: "PATCH", body: { isCompleted: change.isCompleted } satisfies Schemas["Toggle"] } };
    case "list.remove":
      return { path: `/api/shopping-list/${id(change.id)}`, options: { method: "DELETE" } };
    case "list.clearCompleted":
      return { path: "/api/shopping-list/completed", options: { method: "DELETE" } };
    case "list.clearAll":
      return { path: "/api/shopping-list/all", options: { method: "DELETE" } };
    case "list.import": {
      const { items, sharedBy, sharedAt } = change;
      return { path: "/api/shopping-list/import-shared", options: { method: "POST", body: { items, sharedBy, sharedAt } satisfies Schemas["Import"] } };
    }
    case "preferences.update":
      return { path: "/api/preferences", options: { method: "PUT", body: change.preferences satisfies Schemas["PreferencesUpdate"] } };
  }
}
