import type { OwnPlace } from "../../lib/domain/places";
import type {
  DeletableStatus,
  GroceryItem,
  LearntCode,
  Outcome,
  Preferences,
  Schemas,
  ShoppingListItem,
  SharedItem,
} from "../types";

/**
 * All changes that a user can make offline. A change is plain data: it can be stored, sent to another tab and delivered
 * later. `overlay.ts` applies it to the lists on screen; its request to the server is below.
 */
export type Change =
  | { kind: "item.create"; item: GroceryItem }
  /** `fields` are the changed ones, with their new values. */
  | { kind: "item.update"; item: GroceryItem; fields: ItemFields }
  | { kind: "item.archive"; item: GroceryItem }
  | { kind: "item.delete"; item: GroceryItem }
  /** Without `item` if the service worker made it from an answer to a reminder, which only has the id. */
  | { kind: "item.outcome"; itemId: string; outcome: Outcome; item?: GroceryItem }
  | { kind: "item.restore"; item: GroceryItem }
  /** Opened, frozen, thawed, moved, or the last of these undone; `item` has its new state. */
  | { kind: "item.state"; item: GroceryItem; event: Schemas["StateChange"] }
  /** `ids` are the items that the user saw. */
  | { kind: "items.deleteByStatus"; status: DeletableStatus; ids: readonly string[] }
  | { kind: "session.readd"; sessionId: string }
  | { kind: "session.toShoppingList"; sessionId: string }
  /** `back` for a removed row that is restored: at its old position, and completed if it was. */
  | { kind: "list.add"; item: ShoppingListItem; back?: true }
  /** Unticking has the version that the user saw, so that it does not undo a later change of another device. */
  | { kind: "list.toggle"; id: string; isCompleted: boolean; version?: number | undefined }
  /** Only the edited fields: another device may have changed the others. */
  | { kind: "list.update"; id: string; fields: Schemas["ListItemChange"] }
  | { kind: "list.remove"; id: string }
  | { kind: "list.clearCompleted"; ids: readonly string[] }
  | { kind: "list.clearAll"; ids: readonly string[] }
  /** The server refuses it, by the `token`, once the list is no longer shared. */
  | { kind: "list.import"; items: SharedItem[]; sharedBy: string; sharedAt: string; token: string }
  | { kind: "preferences.update"; preferences: PreferencesChange }
  /** The user's name for the product behind a barcode. */
  | { kind: "code.learn"; learnt: LearntCode }
  /** A photographed receipt; a long one has further photos, from top to bottom. */
  | { kind: "receipt.read"; photo: File; further?: readonly File[] };

/** Places are changed one at a time, so that no device overwrites another device's places. */
export type PreferencesChange = Partial<Omit<Preferences, "places">> & {
  changedPlace?: OwnPlace;
  removedPlace?: string;
  movedAisles?: string[];
};

/** The fields of an item that an edit can change. */
const EDITED = [
  "name",
  "category",
  "quantity",
  "unit",
  "shelfLifeDays",
  "expiresAt",
  "expiresOn",
  "dateKind",
  "notes",
] as const satisfies readonly (keyof GroceryItem & keyof Schemas["ItemDraft"])[];
/** `quantityDelta` is added to the quantity, which another device may have changed. */
export type ItemFields = Partial<Pick<GroceryItem, (typeof EDITED)[number]>> & { quantityDelta?: number };

/** Returns the fields of `after` that an edit changed, so that it overwrites no other device's change. */
export function changedFields(before: GroceryItem, after: GroceryItem): ItemFields {
  const changed = EDITED.filter((field) => (before[field] ?? null) !== (after[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

export type ChangeKind = Change["kind"];

export function isReceipt({ kind }: Change): boolean {
  return kind === "receipt.read";
}

/** A change that needs one request; a receipt needs several. */
type PlainChange = Exclude<Change, { kind: "receipt.read" }>;

/** Optional fields of a new item. A copied item keeps its history. */
const OPTIONAL = [
  "expiresOn",
  "notes",
  "dateKind",
  "storage",
  "place",
  "openedAt",
  "frozenAt",
  "thawedAt",
  "left",
  "expiresBeforeFreezing",
] as const satisfies readonly (keyof GroceryItem & keyof Schemas["ItemDraft"])[];

/** `scanSessionId` is null (specification §3), except for a receipt line that the user added. */
function createItemBody(item: GroceryItem): Schemas["ItemDraft"] & { scanSessionId: string | null } {
  const { id, name, category, quantity, unit, shelfLifeDays, expiresAt } = item;
  const { scanSessionId = null, price = null, currency = null } = item;
  const optional = Object.fromEntries(OPTIONAL.flatMap((field) => (item[field] ? [[field, item[field]]] : [])));
  return { id, name, category, quantity, unit, shelfLifeDays, expiresAt, scanSessionId, ...optional, price, currency };
}

const encode = encodeURIComponent;

/** Returns the rows that the user saw, so that a bulk deletion keeps rows that were added since. */
function seenRows({ ids }: { ids: readonly string[] }): Schemas["SeenRows"] {
  return { ids: [...ids] };
}

/** Returns the ids that a change affects. Changes of the same id are sent in order. */
export function affectedIds(change: Change): readonly string[] {
  switch (change.kind) {
    case "item.create":
    case "item.update":
    case "item.archive":
    case "item.delete":
    case "item.restore":
    case "item.state":
    case "list.add":
      return [change.item.id];
    case "item.outcome":
      return [change.itemId];
    case "items.deleteByStatus":
    case "list.clearCompleted":
    case "list.clearAll":
      return change.ids;
    case "session.readd":
    case "session.toShoppingList":
      return [change.sessionId];
    case "list.toggle":
    case "list.update":
    case "list.remove":
      return [change.id];
    case "preferences.update":
      return ["preferences"];
    case "code.learn":
      return [change.learnt.code];
    case "list.import":
    case "receipt.read":
      return [];
  }
}

interface ChangeRequest {
  readonly path: string;
  readonly options: { method: "POST" | "PUT" | "PATCH" | "DELETE"; body?: unknown };
}

const call = (method: ChangeRequest["options"]["method"], path: string, body?: unknown): ChangeRequest => ({
  path: `/api/${path}`,
  options: { method, ...(body !== undefined && { body }) },
});

/** Returns the request of a change (specification §7). */
export function requestFor(change: PlainChange): ChangeRequest {
  switch (change.kind) {
    case "item.create":
      return call("POST", "items", createItemBody(change.item));
    case "item.update": {
      const { dateKind, notes, ...fields } = change.fields;
      return call("PATCH", `items/${encode(change.item.id)}`, {
        ...fields,
        ...("dateKind" in change.fields && { dateKind: dateKind ?? "estimate" }),
        ...("notes" in change.fields && { notes: notes ?? "" }),
      } satisfies Schemas["ItemDraft"]);
    }
    case "item.archive":
      return call("PATCH", `items/${encode(change.item.id)}/archive`);
    case "item.outcome": {
      // Used-up items are archived, tossed ones are deleted; either can be restored.
      const action = change.outcome === "used" ? "archive" : "delete";
      const body = { outcome: change.outcome } satisfies Schemas["OutcomeRequest"];
      return call("PATCH", `items/${encode(change.itemId)}/${action}`, body);
    }
    case "item.delete":
      return call("PATCH", `items/${encode(change.item.id)}/delete`);
    case "item.restore":
      return call("PATCH", `items/${encode(change.item.id)}/restore`);
    case "item.state":
      return call("PATCH", `items/${encode(change.item.id)}/state`, change.event);
    case "items.deleteByStatus": {
      const body = { status: change.status, ...seenRows(change) } satisfies Schemas["DeleteAllRequest"];
      return call("DELETE", "items/delete-all-by-status", body);
    }
    case "session.readd":
      return call("POST", "re-add-items", { sessionId: change.sessionId } satisfies Schemas["ReAddRequest"]);
    case "session.toShoppingList":
      return call("POST", `scan-sessions/${encode(change.sessionId)}/add-to-shopping-list`);
    case "list.add": {
      const { id, name, category, quantity, unit, notes, addedAt, isCompleted } = change.item;
      const draft = { id, name, category, quantity, unit, notes: notes ?? "" } satisfies Schemas["ListItemDraft"];
      return call("POST", "shopping-list", { ...draft, ...(change.back && { addedAt, isCompleted }) });
    }
    case "list.toggle": {
      const { isCompleted, version } = change;
      const body = { isCompleted, ...(!isCompleted && version !== undefined && { version }) };
      return call("PATCH", `shopping-list/${encode(change.id)}/toggle`, body satisfies Schemas["ToggleRequest"]);
    }
    case "list.update":
      return call("PATCH", `shopping-list/${encode(change.id)}`, change.fields);
    case "list.remove":
      return call("DELETE", `shopping-list/${encode(change.id)}`);
    case "list.clearCompleted":
      return call("DELETE", "shopping-list/completed", seenRows(change));
    case "list.clearAll":
      return call("DELETE", "shopping-list/all", seenRows(change));
    case "list.import": {
      const { kind: _kind, ...list } = change;
      return call("POST", "shopping-list/import-shared", list satisfies Schemas["ImportSharedRequest"]);
    }
    case "code.learn":
      return call("PUT", "codes", change.learnt satisfies Schemas["CodeDraft"]);
    case "preferences.update":
      return call("PUT", "preferences", change.preferences satisfies Schemas["PreferencesUpdate"]);
  }
}
