import { freshnessAt } from "../../lib/domain/freshness";
import type { OwnPlace } from "../../lib/domain/places";
import { flag, listOf, maybe, number, object, oneOf, text, type Shape } from "../../lib/state/shape";
import type { ApiError } from "../client";
import { createBody, editBody, groceryItem, stateFields } from "../item-fields";
import { learntCode, shoppingListItem } from "../shapes";
import type { GroceryItem, LearntCode, Preferences, Schemas, ShoppingListItem } from "../types";
import type { Change, ChangeKind } from "./changes";

interface ChangeRequest {
  readonly path: string;
  readonly options: { method: "POST" | "PUT" | "PATCH" | "DELETE"; body?: unknown };
}

/** Returns data with a waiting change, which was made at the time `at`. */
type Overlay<C, T> = (data: T, change: C, at: string) => T;

/** What a kind of change does. Its texts are in `outbox.json` and `notices.json`. */
interface Kind<C> {
  /** The shape of a stored change. */
  readonly shape: Shape;
  /** Returns the ids that it affects. Changes of the same id are sent in order. */
  readonly ids: (change: C) => readonly string[];
  /** Returns its request (specification §7). A receipt needs several (`delivery.ts`). */
  readonly request: C extends { kind: "receipt.read" } ? null : (change: C) => ChangeRequest;
  /** Returns true if a refusal says that another tab, a notification or an earlier attempt had the same effect. */
  readonly isApplied?: (error: ApiError) => boolean;
  /** True if a looker may make it, too. */
  readonly isForLookers?: true;
  /** The queries to refetch after it. */
  readonly refetches: readonly ("items" | "sessions" | "uploadLimit" | "shoppingList" | "preferences" | "codes")[];
  readonly items?: Overlay<C, readonly GroceryItem[]>;
  readonly archived?: Overlay<C, readonly GroceryItem[]>;
  readonly shoppingList?: Overlay<C, readonly ShoppingListItem[]>;
  readonly preferences?: Overlay<C, Preferences>;
  readonly codes?: Overlay<C, readonly LearntCode[]>;
}

/** The fields that a new row of the list is sent with: a new field does not compile until it is sent. */
type NewListItem = Required<Omit<Schemas["ListItemDraft"], "description" | "addedAt" | "isCompleted">>;

const idList = listOf(text);
const call = (method: ChangeRequest["options"]["method"], path: string, body?: unknown): ChangeRequest => ({
  path: `/api/${path}`,
  options: { method, ...(body !== undefined && { body }) },
});
const itemCall = (id: string, action = "", body?: unknown) =>
  call("PATCH", `items/${encodeURIComponent(id)}${action}`, body);
const rowPath = (id: string, action = "") => `shopping-list/${encodeURIComponent(id)}${action}`;
/** Returns the rows that the user saw, so that a bulk deletion keeps rows that were added since. */
const seenRows = (change: { ids: readonly string[] }): Schemas["SeenRows"] => ({ ids: [...change.ids] });

function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((entry) => entry.id !== id);
}
const withoutAll = <T extends { id: string }>(list: readonly T[], change: { ids: readonly string[] }): T[] =>
  list.filter(({ id }) => !change.ids.includes(id));

function put<T extends { id: string }>(list: readonly T[], entry: T): T[] {
  return list.some((other) => other.id === entry.id)
    ? list.map((other) => (other.id === entry.id ? entry : other))
    : [...list, entry];
}

/** Returns an item with the fields of a change. Other fields keep the values of other devices. */
function withFields(item: GroceryItem, fields: Partial<GroceryItem>, at: string): GroceryItem {
  const { expiresAt = item.expiresAt } = fields;
  // A new expiry time removes the chosen day and the reason of the old one.
  const cleared = expiresAt === item.expiresAt ? {} : { expiresOn: null, expiryReason: null };
  const after = { ...item, ...cleared, ...fields, version: undefined };
  return { ...after, status: freshnessAt(after, new Date(at)) };
}

/** Returns an edited item. As on the server, an edit of a receipt line confirms it. */
function withEdit(item: GroceryItem, fields: Partial<GroceryItem>, at: string): GroceryItem {
  const after = withFields(item, fields, at);
  return typeof item.confidence === "number" ? { ...after, confidence: 1 } : after;
}

/** Returns the active items with an item that was added or restored. */
const addActive: Overlay<{ item: GroceryItem }, readonly GroceryItem[]> = (items, { item }, at) =>
  put(items, { ...item, itemStatus: "active", outcome: null, status: freshnessAt(item, new Date(at)) });

const ofItem = {
  shape: object({ item: groceryItem }),
  ids: ({ item }: { item: { id: string } }) => [item.id],
  refetches: ["items", "sessions"],
} as const;
const ofSession = {
  shape: object({ sessionId: text }),
  ids: ({ sessionId }: { sessionId: string }) => [sessionId],
} as const;
const ofRow = { ids: ({ id }: { id: string }) => [id], refetches: ["shoppingList"] } as const;
const ofRows = {
  shape: object({ ids: idList }),
  ids: (change: { ids: readonly string[] }) => change.ids,
  refetches: ["shoppingList"],
  shoppingList: withoutAll<ShoppingListItem>,
} as const;
const isNotActive = ({ code }: ApiError) => code === "item_not_active";
/** The client creates the id, so only an earlier attempt of the same change can have used it. */
const isIdTaken = ({ code }: ApiError) => code === "id_taken";
const withoutItem: Overlay<{ item: GroceryItem }, readonly GroceryItem[]> = (items, { item }) =>
  without(items, item.id);

const KINDS: { readonly [K in ChangeKind]: Kind<Extract<Change, { kind: K }>> } = {
  "item.create": {
    ...ofItem,
    request: ({ item }) => call("POST", "items", createBody(item)),
    isApplied: isIdTaken,
    items: addActive,
    archived: withoutItem,
  },
  "item.update": {
    ...ofItem,
    shape: object({ item: groceryItem, fields: object() }),
    request: ({ item, fields }) => itemCall(item.id, "", editBody(fields)),
    items: (items, { item: { id }, fields: { quantityDelta = 0, ...fields } }, at) =>
      items.flatMap((item) => {
        if (item.id !== id) return [item];
        // Rounded to thousandths, as on the server. An item with none left is archived.
        const quantity = Math.round((item.quantity + quantityDelta) * 1_000) / 1_000;
        return quantity > 0 ? [withEdit(item, { ...(quantityDelta !== 0 && { quantity }), ...fields }, at)] : [];
      }),
  },
  "item.archive": {
    ...ofItem,
    request: ({ item }) => itemCall(item.id, "/archive"),
    isApplied: isNotActive,
    items: withoutItem,
    archived: (items, { item }) => put(items, { ...item, itemStatus: "archived" }),
  },
  "item.delete": {
    ...ofItem,
    request: ({ item }) => itemCall(item.id, "/delete"),
    items: withoutItem,
    archived: (items, { item }) => put(items, { ...item, itemStatus: "deleted" }),
  },
  // Used-up items are archived, others are deleted; either can be restored.
  "item.outcome": {
    ...ofItem,
    shape: object({ itemId: text, outcome: oneOf("used", "tossed", "misread"), item: maybe(groceryItem) }),
    ids: ({ itemId }) => [itemId],
    request: ({ itemId, outcome }) =>
      itemCall(itemId, outcome === "used" ? "/archive" : "/delete", {
        outcome,
      } satisfies Schemas["OutcomeRequest"]),
    isApplied: isNotActive,
    items: (items, { itemId }) => without(items, itemId),
    archived: (items, { item, outcome }) =>
      item ? put(items, { ...item, itemStatus: outcome === "used" ? "archived" : "deleted", outcome }) : items,
  },
  "item.restore": {
    ...ofItem,
    request: ({ item }) => itemCall(item.id, "/restore"),
    isApplied: ({ code }) => code === "item_already_active",
    items: addActive,
    archived: withoutItem,
  },
  "item.state": {
    ...ofItem,
    shape: object({ item: groceryItem, event: object({ event: text }) }),
    request: ({ item, event }) => itemCall(item.id, "/state", event),
    items: (items, { item: after }, at) =>
      items.map((item) => (item.id === after.id ? withFields(item, stateFields(after), at) : item)),
  },
  "items.deleteByStatus": {
    shape: object({ status: oneOf("all", "fresh", "soon", "expired"), ids: idList }),
    ids: (change) => change.ids,
    request: ({ status, ...change }) =>
      call("DELETE", "items/delete-all-by-status", {
        status,
        ...seenRows(change),
      } satisfies Schemas["DeleteAllRequest"]),
    refetches: ["items"],
    items: withoutAll,
  },
  "session.readd": {
    ...ofSession,
    request: ({ sessionId }) => call("POST", "re-add-items", { sessionId } satisfies Schemas["ReAddRequest"]),
    refetches: ["items", "sessions"],
  },
  "session.toShoppingList": {
    ...ofSession,
    request: ({ sessionId }) => call("POST", `scan-sessions/${encodeURIComponent(sessionId)}/add-to-shopping-list`),
    refetches: ["shoppingList"],
  },
  "list.add": {
    shape: object({ item: shoppingListItem }),
    ids: ofItem.ids,
    request: ({ item, back }) => {
      const { id, name, category, quantity, unit, notes, addedAt, isCompleted } = item;
      const draft = { id, name, category, quantity, unit, notes: notes ?? "" } satisfies NewListItem;
      return call("POST", "shopping-list", { ...draft, ...(back && { addedAt, isCompleted }) });
    },
    isApplied: isIdTaken,
    refetches: ["shoppingList"],
    shoppingList: (list, { item, back }) =>
      back ? put(list, item).sort((a, b) => a.addedAt.localeCompare(b.addedAt)) : put(list, item),
  },
  "list.toggle": {
    ...ofRow,
    shape: object({ id: text, isCompleted: flag, version: maybe(number) }),
    isForLookers: true,
    request: ({ id, isCompleted, version }) => {
      const body = { isCompleted, ...(!isCompleted && version !== undefined && { version }) };
      return call("PATCH", rowPath(id, "/toggle"), body satisfies Schemas["ToggleRequest"]);
    },
    // Only the server knows the new version.
    shoppingList: (list, { id, isCompleted }, at) =>
      list.map((item) =>
        item.id === id ? { ...item, isCompleted, completedAt: isCompleted ? at : null, version: undefined } : item,
      ),
  },
  "list.update": {
    ...ofRow,
    shape: object({ id: text, fields: object() }),
    request: ({ id, fields }) => call("PATCH", rowPath(id), fields),
    shoppingList: (list, { id, fields }) =>
      list.map((item) => {
        if (item.id !== id) return item;
        const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
        return { ...item, ...set, version: undefined };
      }),
  },
  "list.remove": {
    ...ofRow,
    shape: object({ id: text }),
    request: ({ id }) => call("DELETE", rowPath(id)),
    isApplied: ({ code }) => code === "not_found",
    shoppingList: (list, { id }) => without(list, id),
  },
  "list.clearCompleted": {
    ...ofRows,
    request: (change) => call("DELETE", "shopping-list/completed", seenRows(change)),
  },
  "list.clearAll": { ...ofRows, request: (change) => call("DELETE", "shopping-list/all", seenRows(change)) },
  "list.import": {
    shape: object({ items: listOf(object({ name: text })), sharedBy: text, sharedAt: text, token: text }),
    ids: () => [],
    request: ({ kind: _, ...list }) =>
      call("POST", "shopping-list/import-shared", list satisfies Schemas["ImportSharedRequest"]),
    refetches: ["shoppingList"],
  },
  "preferences.update": {
    shape: object({ preferences: object() }),
    ids: () => ["preferences"],
    request: ({ preferences }) => call("PUT", "preferences", preferences satisfies Schemas["PreferencesUpdate"]),
    refetches: ["preferences"],
    preferences: (before, { preferences: { changedPlace, removedPlace, movedAisles: _, ...values } }) => {
      let places: readonly OwnPlace[] = before.places ?? [];
      if (removedPlace !== undefined) places = without(places, removedPlace);
      if (changedPlace) places = put(places, changedPlace);
      return { ...before, ...values, ...((changedPlace ?? removedPlace) !== undefined && { places: [...places] }) };
    },
  },
  "code.learn": {
    shape: object({ learnt: learntCode }),
    ids: ({ learnt }) => [learnt.code],
    request: ({ learnt }) => call("PUT", "codes", learnt satisfies Schemas["CodeDraft"]),
    refetches: ["codes"],
    codes: (codes, { learnt }) => [...codes.filter(({ code }) => code !== learnt.code), learnt],
  },
  "receipt.read": {
    shape: object({
      photo: (value) => value instanceof Blob,
      further: maybe(listOf((value) => value instanceof Blob)),
    }),
    ids: () => [],
    request: null,
    refetches: ["items", "sessions", "uploadLimit"],
  },
};

/** Returns what a change does. */
export function kindOf<C extends Change>({ kind }: C): Kind<C> {
  return KINDS[kind] as unknown as Kind<C>;
}

/** Returns true for a change that this version of the app knows: a newer one may have stored others. */
export function isChange(value: unknown): value is Change {
  return (
    object({ kind: text })(value) &&
    Object.hasOwn(KINDS, (value as Change).kind) &&
    kindOf(value as Change).shape(value)
  );
}

/** Returns the request of a change. */
export function requestFor(change: Exclude<Change, { kind: "receipt.read" }>): ChangeRequest {
  const { request } = kindOf<Change>(change) as { request: (change: Change) => ChangeRequest };
  return request(change);
}
