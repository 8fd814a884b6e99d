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
 * Everything a person can change while offline. A change is plain data: it can be stored, carried to another tab and
 * sent later. What it does to the lists on screen stands in `overlay.ts`, what it asks of the server below.
 */
export type Change =
  | { kind: "item.create"; item: GroceryItem }
  /** `fields` are those that were changed, as they are then. */
  | { kind: "item.update"; item: GroceryItem; fields: ItemFields }
  | { kind: "item.archive"; item: GroceryItem }
  | { kind: "item.delete"; item: GroceryItem }
  /** What became of an item, also that it was never there (`misread`). The service worker, which takes the answer to a reminder, knows no more than its id. */
  | { kind: "item.outcome"; itemId: string; outcome: Outcome; item?: GroceryItem }
  | { kind: "item.restore"; item: GroceryItem }
  /** Opened, frozen, thawed, moved, or the last of these taken back; `item` as it then is. */
  | { kind: "item.state"; item: GroceryItem; event: Schemas["StateChange"] }
  /** `ids` are the ones that the person saw. */
  | { kind: "items.deleteByStatus"; status: DeletableStatus; ids: readonly string[] }
  | { kind: "session.readd"; sessionId: string }
  | { kind: "session.toShoppingList"; sessionId: string }
  /** `back` for a row that was removed and returns: to its old place, completed if it was. */
  | { kind: "list.add"; item: ShoppingListItem; back?: true }
  /**
   * Taking a tick back names the row as it was seen (`version`), so that it never undoes what somebody else did since;
   * ticking is harmless whenever it comes.
   */
  | { kind: "list.toggle"; id: string; isCompleted: boolean; version?: number | undefined }
  /** Only what was corrected: somebody else may have changed the rest. */
  | { kind: "list.update"; id: string; fields: Schemas["ListItemChange"] }
  | { kind: "list.remove"; id: string }
  | { kind: "list.clearCompleted"; ids: readonly string[] }
  | { kind: "list.clearAll"; ids: readonly string[] }
  /** With the list's `token`: it is refused once the list is no longer shared. */
  | { kind: "list.import"; items: SharedItem[]; sharedBy: string; sharedAt: string; token: string }
  | { kind: "preferences.update"; preferences: PreferencesChange }
  /** What a person called the product behind a barcode. */
  | { kind: "code.learn"; learnt: LearntCode }
  /** A photographed receipt; a long one has further photos, from its top to its bottom. */
  | { kind: "receipt.read"; photo: File; further?: readonly File[] };

/** Lists are changed entry by entry, so that no device overwrites another's. */
export type PreferencesChange = Partial<Omit<Preferences, "places">> & {
  changedPlace?: OwnPlace;
  removedPlace?: string;
  movedAisles?: string[];
};

/** What an edit can change of an item. */
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
/** `quantityDelta` is added: what another device used meanwhile stays used. */
export type ItemFields = Partial<Pick<GroceryItem, (typeof EDITED)[number]>> & { quantityDelta?: number };

/** Returns the fields of `after` that an edit changed, so that it overwrites nothing that another device did. */
export function changedFields(before: GroceryItem, after: GroceryItem): ItemFields {
  const changed = EDITED.filter((field) => (before[field] ?? null) !== (after[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

export type ChangeKind = Change["kind"];

export function isReceipt({ kind }: Change): boolean {
  return kind === "receipt.read";
}

/** What one request carries out; a receipt takes several. */
export type PlainChange = Exclude<Change, { kind: "receipt.read" }>;

/** What a new item has only sometimes. One of another larder keeps what happened to it there. */
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

/** The session, as the specification has it, is null, but for a line of a receipt that a person added. */
function createItemBody(item: GroceryItem): Schemas["ItemDraft"] & { scanSessionId: string | null } {
  const { id, name, category, quantity, unit, shelfLifeDays, expiresAt } = item;
  const { scanSessionId = null, price = null, currency = null } = item;
  const known = Object.fromEntries(OPTIONAL.flatMap((field) => (item[field] ? [[field, item[field]]] : [])));
  return { id, name, category, quantity, unit, shelfLifeDays, expiresAt, scanSessionId, ...known, price, currency };
}

const id = encodeURIComponent;

/** A bulk deletion names what the person saw, so that it never takes what came since. */
function seen({ ids }: { ids: readonly string[] }): Schemas["SeenRows"] {
  return { ids: [...ids] };
}

/** What a change is about: a later one about the same thing must not overtake it. */
export function subjects(change: Change): readonly string[] {
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

/** The call of specification §7 that carries a change out. */
export function requestFor(change: PlainChange): ChangeRequest {
  switch (change.kind) {
    case "item.create":
      return call("POST", "items", createItemBody(change.item));
    case "item.update": {
      const { dateKind, notes, ...fields } = change.fields;
      return call("PATCH", `items/${id(change.item.id)}`, {
        ...fields,
        ...("dateKind" in change.fields && { dateKind: dateKind ?? "estimate" }),
        ...("notes" in change.fields && { notes: notes ?? "" }),
      } satisfies Schemas["ItemDraft"]);
    }
    case "item.archive":
      return call("PATCH", `items/${id(change.item.id)}/archive`);
    case "item.outcome": {
      // What was eaten is put away, what was thrown away is deleted; either can be restored.
      const way = change.outcome === "used" ? "archive" : "delete";
      const body = { outcome: change.outcome } satisfies Schemas["Leaving"];
      return call("PATCH", `items/${id(change.itemId)}/${way}`, body);
    }
    case "item.delete":
      return call("PATCH", `items/${id(change.item.id)}/delete`);
    case "item.restore":
      return call("PATCH", `items/${id(change.item.id)}/restore`);
    case "item.state":
      return call("PATCH", `items/${id(change.item.id)}/state`, change.event);
    case "items.deleteByStatus": {
      const body = { status: change.status, ...seen(change) } satisfies Schemas["DeleteAll"];
      return call("DELETE", "items/delete-all-by-status", body);
    }
    case "session.readd":
      return call("POST", "re-add-items", { sessionId: change.sessionId } satisfies Schemas["WhichSession"]);
    case "session.toShoppingList":
      return call("POST", `scan-sessions/${id(change.sessionId)}/add-to-shopping-list`);
    case "list.add": {
      const { id, name, category, quantity, unit, notes, addedAt, isCompleted } = change.item;
      const draft = { id, name, category, quantity, unit, notes: notes ?? "" } satisfies Schemas["ListItemDraft"];
      return call("POST", "shopping-list", { ...draft, ...(change.back && { addedAt, isCompleted }) });
    }
    case "list.toggle": {
      const { isCompleted, version } = change;
      const body = { isCompleted, ...(!isCompleted && version !== undefined && { version }) };
      return call("PATCH", `shopping-list/${id(change.id)}/toggle`, body satisfies Schemas["Toggle"]);
    }
    case "list.update":
      return call("PATCH", `shopping-list/${id(change.id)}`, change.fields);
    case "list.remove":
      return call("DELETE", `shopping-list/${id(change.id)}`);
    case "list.clearCompleted":
      return call("DELETE", "shopping-list/completed", seen(change));
    case "list.clearAll":
      return call("DELETE", "shopping-list/all", seen(change));
    case "list.import": {
      const { kind: _kind, ...list } = change;
      return call("POST", "shopping-list/import-shared", list satisfies Schemas["Import"]);
    }
    case "code.learn": {
      const { code, name, category, unit } = change.learnt;
      return call("PUT", "codes", { code, name, category, unit } satisfies Schemas["CodeDraft"]);
    }
    case "preferences.update":
      return call("PUT", "preferences", change.preferences satisfies Schemas["PreferencesUpdate"]);
  }
}
