import { flag, listOf, maybe, number, object, oneOf, text, type Shape } from "../lib/state/shape";
import type { GroceryItem, Schemas } from "./types";

type Draft = Schemas["ItemDraft"];
type ItemField = keyof GroceryItem;

/** How an edit sends a field: `cleared` instead of no value. */
interface Edit {
  readonly cleared: string | null;
}

/** What the site does with a field of an item. A new field does not compile until each question is answered. */
interface FieldUse<F extends ItemField> {
  /** The shape of a stored value. An earlier version of the app may have stored another one. */
  readonly shape: Shape;
  readonly edit: F extends keyof Draft ? Edit | false : false;
  /** True if a new item is sent with it. A copied item keeps its history. */
  readonly create: F extends Exclude<keyof Draft, "version"> ? true : false;
  /** True if opening, freezing, thawing or moving an item changes it. */
  readonly state: boolean;
  readonly search: boolean;
  /** What equal items, which share a card, have in common: the food, its category, the value, or that there is one. */
  readonly group: "food" | "category" | "value" | "set" | false;
}

const maybeText = maybe(text);
const clearedTo = (cleared: string | null): Edit => ({ cleared });
const required = clearedTo(null);
/** A text that forms show as it was typed. */
const freeText = (maxLength: number) => ({ cleared: "", maxLength });
/** A field that only the server sets. */
const SERVERS = { edit: false, create: false, state: false, search: false, group: false } as const;

/** The fields of an item. */
const FIELDS = {
  id: { shape: text, edit: false, create: true, state: false, search: false, group: false },
  name: { shape: text, edit: required, create: true, state: false, search: true, group: "food" },
  category: { shape: text, edit: required, create: true, state: false, search: true, group: "category" },
  quantity: { shape: number, edit: required, create: true, state: false, search: false, group: false },
  unit: { shape: text, edit: required, create: true, state: false, search: false, group: "value" },
  shelfLifeDays: { shape: number, edit: required, create: true, state: false, search: false, group: false },
  expiresAt: { shape: text, edit: required, create: true, state: true, search: false, group: false },
  expiresOn: { shape: maybeText, edit: clearedTo(null), create: true, state: true, search: false, group: false },
  dateKind: { shape: maybeText, edit: clearedTo("estimate"), create: true, state: false, search: false, group: false },
  notes: { shape: maybeText, edit: freeText(500), create: true, state: false, search: true, group: false },
  storage: { shape: maybeText, edit: false, create: true, state: true, search: false, group: false },
  place: { shape: maybeText, edit: false, create: true, state: true, search: false, group: false },
  openedAt: { shape: maybeText, edit: false, create: true, state: true, search: false, group: "set" },
  frozenAt: { shape: maybeText, edit: false, create: true, state: true, search: false, group: false },
  thawedAt: { shape: maybeText, edit: false, create: true, state: true, search: false, group: "set" },
  expiresBeforeFreezing: { shape: maybeText, edit: false, create: true, state: true, search: false, group: false },
  left: { shape: maybe(number), edit: false, create: true, state: true, search: false, group: "value" },
  scanSessionId: { shape: maybeText, edit: false, create: true, state: false, search: false, group: false },
  price: { shape: maybe(number), edit: false, create: true, state: false, search: false, group: false },
  currency: { shape: maybeText, edit: false, create: true, state: false, search: false, group: false },
  expiryReason: { ...SERVERS, shape: maybe(object()), state: true },
  guide: { ...SERVERS, shape: maybe(object()), state: true },
  rawText: { ...SERVERS, shape: maybeText, search: true },
  userId: { ...SERVERS, shape: maybeText },
  kind: { ...SERVERS, shape: maybeText },
  createdAt: { ...SERVERS, shape: text },
  changedAt: { ...SERVERS, shape: maybeText },
  purchasedOn: { ...SERVERS, shape: maybeText },
  confidence: { ...SERVERS, shape: maybe(number) },
  status: { ...SERVERS, shape: oneOf("fresh", "soon", "expired") },
  itemStatus: { ...SERVERS, shape: oneOf("active", "archived", "deleted") },
  outcome: { ...SERVERS, shape: maybeText },
  past: { ...SERVERS, shape: maybe(listOf(object())) },
  swept: { ...SERVERS, shape: maybe(flag) },
  version: { ...SERVERS, shape: maybe(number) },
} as const satisfies { readonly [F in ItemField]-?: FieldUse<F> };

type Fields = typeof FIELDS;
type EditedField = { [F in ItemField]-?: Fields[F]["edit"] extends false ? never : F }[ItemField];
/** The free texts of an item, which are optional. */
export type FreeText = { [F in ItemField]-?: Fields[F]["edit"] extends { maxLength: number } ? F : never }[ItemField];

/** The changed fields of an edit. `quantityDelta` is added to the quantity, which another device may have changed. */
export type ItemFields = Partial<Pick<GroceryItem, EditedField>> & { quantityDelta?: number };

const ALL = Object.keys(FIELDS) as readonly ItemField[];
const EDITED = ALL.filter((field): field is EditedField => FIELDS[field].edit !== false);
const CREATED = ALL.filter((field) => FIELDS[field].create);
const STATE = ALL.filter((field) => FIELDS[field].state);
export const SEARCHED = ALL.filter((field) => FIELDS[field].search);
export const GROUPED = ALL.flatMap((field) => {
  const { group } = FIELDS[field];
  return group ? [{ field, group }] : [];
});
const FREE_TEXTS = EDITED.filter((field): field is FreeText => "maxLength" in FIELDS[field].edit);

const record = (fields: readonly ItemField[], value: (field: ItemField) => unknown) =>
  Object.fromEntries(fields.map((field) => [field, value(field)]));

/** The shape of a stored item. */
export const groceryItem = object(record(ALL, (field) => FIELDS[field].shape) as Record<ItemField, Shape>);

/** Returns the fields of `after` that an edit changed, so that it overwrites no other device's change. */
export function changedFields(before: GroceryItem, after: GroceryItem): ItemFields {
  const changed = EDITED.filter((field) => (before[field] ?? null) !== (after[field] ?? null));
  return record(changed, (field) => after[field]);
}

/** Returns the body that sends an edit. */
export function editBody(fields: ItemFields): Draft {
  const cleared = (field: string) => EDITED.find((edited) => edited === field) && FIELDS[field as EditedField].edit;
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, value ?? (cleared(field) || required).cleared]),
  );
}

/** Returns the body that creates an item. `scanSessionId` is null (specification §3), except for a receipt's line. */
export function createBody(item: GroceryItem): Draft {
  return record(CREATED, (field) => item[field] ?? null);
}

/** Returns the fields that a change of state sets. */
export function stateFields(item: GroceryItem): Partial<GroceryItem> {
  return record(STATE, (field) => item[field] ?? null);
}

/** Returns a value for each free text of an item. */
export function freeTexts<T>(value: (field: FreeText) => T): Readonly<Record<FreeText, T>> {
  return record(FREE_TEXTS, (field) => value(field as FreeText)) as Record<FreeText, T>;
}

export const maxLengthOf = (field: FreeText): number => FIELDS[field].edit.maxLength;
