import type { RequestOptions } from "../client";
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
  /** `fields` are those that were changed, as they are then; rows of earlier versions have only the whole item. */
  | { kind: "item.update"; item: GroceryItem; fields?: ItemFields }
  | { kind: "item.archive"; item: GroceryItem }
  | { kind: "item.delete"; item: GroceryItem }
  /** What became of an item, also that it was never there (`misread`). The service worker, which takes the answer to a reminder, knows no more than its id. */
  | { kind: "item.outcome"; itemId: string; outcome: Outcome; item?: GroceryItem }
  | { kind: "item.restore"; item: GroceryItem }
  /** Opened, frozen, thawed, moved, or the last of these taken back; `item` as it then is. */
  | { kind: "item.state"; item: GroceryItem; event: Schemas["StateChange"] }
  /** `ids` are the ones that the person saw; rows of earlier versions have only the status. */
  | { kind: "items.deleteByStatus"; status: DeletableStatus; ids?: readonly string[] }
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
  | { kind: "list.clearCompleted"; ids?: readonly string[] }
  | { kind: "list.clearAll"; ids?: readonly string[] }
  | { kind: "list.import"; items: SharedItem[]; sharedBy: string; sharedAt: string }
  | { kind: "preferences.update"; preferences: Partial<Preferences> }
  /** What a person called the product behind a barcode. */
  | { kind: "code.learn"; learnt: LearntCode }
  /** A photographed receipt; a long one has further photos, from its top to its bottom. */
  | { kind: "receipt.read"; photo: File; further?: readonly File[] };

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
export type ItemFields = Partial<Pick<GroceryItem, (typeof EDITED)[number]>>;

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

/** The session, as the specification has it, is null, but for a line of a receipt that a person added. */
function createItemBody(item: GroceryItem): Schemas["ItemDraft"] & { scanSessionId: string | null } {
  const { id, name, category, quantity, unit, shelfLifeDays, expiresAt, expiresOn, notes, dateKind } = item;
  const { price = null, currency = null } = item;
  return {
    id,
    name,
    category,
    quantity,
    unit,
    shelfLifeDays,
    expiresAt,
    scanSessionId: item.scanSessionId ?? null,
    ...(expiresOn && { expiresOn }),
    ...(notes ? { notes } : {}),
    ...(dateKind && { dateKind }),
    price,
    currency,
  };
}

const id = encodeURIComponent;

/** A bulk deletion names what the person saw, so that it never takes what came since. */
function seen({ ids }: { ids?: readonly string[] }): Schemas["SeenRows"] | undefined {
  return ids && { ids: [...ids] };
}

/** What a change is about: a later one about the same thing must not overtake it. "*" is about everything. */
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
      return change.ids ?? ["*"];
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

/**
 * Whether it must not be sent again once the server may have forgotten its key: carried out twice, it would double
 * things.
 */
export function isNotRepeatable({ kind }: Change): boolean {
  return kind === "list.import" || kind === "session.readd" || kind === "session.toShoppingList";
}

/** The call of specification §7 that carries a change out. */
export function requestFor(change: PlainChange): { path: string; options: RequestOptions } {
  switch (change.kind) {
    case "item.create":
      return { path: "/api/items", options: { method: "POST", body: createItemBody(change.item) } };
    case "item.update": {
      if (change.fields) {
        const { dateKind, notes, ...fields } = change.fields;
        const body = {
          ...fields,
          ...("dateKind" in change.fields && { dateKind: dateKind ?? "estimate" }),
          ...("notes" in change.fields && { notes: notes ?? "" }),
        } satisfies Schemas["ItemDraft"];
        return { path: `/api/items/${id(change.item.id)}`, options: { method: "PATCH", body } };
      }
      const { name, category, quantity, unit, shelfLifeDays, expiresAt, dateKind = "estimate" } = change.item;
      return {
        path: `/api/items/${id(change.item.id)}`,
        options: {
          method: "PUT",
          body: { name, category, quantity, unit, shelfLifeDays, expiresAt, dateKind } satisfies Schemas["ItemDraft"],
        },
      };
    }
    case "item.archive":
      return { path: `/api/items/${id(change.item.id)}/archive`, options: { method: "PATCH" } };
    case "item.outcome":
      // What was eaten is put away, what was thrown away is deleted; either can be restored.
      return {
        path: `/api/items/${id(change.itemId)}/${change.outcome === "used" ? "archive" : "delete"}`,
        options: { method: "PATCH", body: { outcome: change.outcome } satisfies Schemas["Leaving"] },
      };
    case "item.delete":
      return { path: `/api/items/${id(change.item.id)}/delete`, options: { method: "PATCH" } };
    case "item.restore":
      return { path: `/api/items/${id(change.item.id)}/restore`, options: { method: "PATCH" } };
    case "item.state":
      return { path: `/api/items/${id(change.item.id)}/state`, options: { method: "PATCH", body: change.event } };
    case "items.deleteByStatus":
      return {
        path: "/api/items/delete-all-by-status",
        options: { method: "DELETE", body: { status: change.status, ...seen(change) } satisfies Schemas["DeleteAll"] },
      };
    case "session.readd":
      return {
        path: "/api/re-add-items",
        options: { method: "POST", body: { sessionId: change.sessionId } satisfies Schemas["WhichSession"] },
      };
    case "session.toShoppingList":
      return { path: `/api/scan-sessions/${id(change.sessionId)}/add-to-shopping-list`, options: { method: "POST" } };
    case "list.add": {
      const { id: itemId, name, category, quantity, unit, notes, addedAt, isCompleted } = change.item;
      const draft: Schemas["ListItemDraft"] = {
        id: itemId,
        name,
        category,
        quantity,
        unit,
        notes: notes ?? "",
        ...(change.back && { addedAt, isCompleted }),
      };
      return { path: "/api/shopping-list", options: { method: "POST", body: draft } };
    }
    case "list.toggle":
      return {
        path: `/api/shopping-list/${id(change.id)}/toggle`,
        options: {
          method: "PATCH",
          body: {
            isCompleted: change.isCompleted,
            ...(!change.isCompleted && change.version !== undefined && { version: change.version }),
          } satisfies Schemas["Toggle"],
        },
      };
    case "list.update":
      return { path: `/api/shopping-list/${id(change.id)}`, options: { method: "PATCH", body: change.fields } };
    case "list.remove":
      return { path: `/api/shopping-list/${id(change.id)}`, options: { method: "DELETE" } };
    case "list.clearCompleted":
      return { path: "/api/shopping-list/completed", options: { method: "DELETE", body: seen(change) } };
    case "list.clearAll":
      return { path: "/api/shopping-list/all", options: { method: "DELETE", body: seen(change) } };
    case "list.import": {
      const { items, sharedBy, sharedAt } = change;
      return {
        path: "/api/shopping-list/import-shared",
        options: { method: "POST", body: { items, sharedBy, sharedAt } satisfies Schemas["Import"] },
      };
    }
    case "code.learn": {
      const { code, name, category, unit } = change.learnt;
      return {
        path: "/api/codes",
        options: { method: "PUT", body: { code, name, category, unit } satisfies Schemas["CodeDraft"] },
      };
    }
    case "preferences.update":
      return {
        path: "/api/preferences",
        options: { method: "PUT", body: change.preferences satisfies Schemas["PreferencesUpdate"] },
      };
  }
}
