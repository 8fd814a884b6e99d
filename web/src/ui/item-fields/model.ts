import { freeTexts, type FreeText } from "../../api/item-fields";
import type { GroceryItem } from "../../api/types";
import { DEFAULT_SHELF_LIFE_DAYS, DEFAULT_UNIT, foodCategory } from "../../lib/domain/catalogue";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { chosenExpiry } from "../../lib/domain/chosen-day";
import { endOfDayAfter, expiryDay, type Dated } from "../../lib/domain/freshness";
import { MAX_QUANTITY, MAX_SHELF_LIFE_DAYS } from "../../lib/domain/limits";
import type { Language } from "../../lib/language/i18n";
import { parseNumber, writeNumber } from "../../lib/language/numbers";

export const DATE_KINDS = ["estimate", "best_before", "use_by"] as const;

/** The longest name that the server stores, of an item or a row of the list. */
export const MAX_NAME_LENGTH = 200;
/** The smallest quantity, and the step, in forms that edit (specification §5). */
export const MIN_QUANTITY = 0.1;

/** The fields of forms for items and list rows, as typed text. */
export interface ItemFields extends Readonly<Record<FreeText, string>> {
  readonly name: string;
  readonly category: string;
  readonly quantity: string;
  readonly unit: string;
  readonly shelfLife: string;
  /** The chosen day (2026-12-12), which has priority over the shelf life. */
  readonly day: string | null;
  /** The date that the camera has read on the package. */
  readonly printed: ScannedDate | null;
  readonly dateKind: (typeof DATE_KINDS)[number];
  /** The id of a place; empty for the usual one. */
  readonly place: string;
}

export const EMPTY_FIELDS: ItemFields = {
  name: "",
  category: "",
  quantity: "1",
  unit: DEFAULT_UNIT,
  shelfLife: String(DEFAULT_SHELF_LIFE_DAYS),
  day: null,
  printed: null,
  dateKind: "estimate",
  place: "",
  ...freeTexts(() => ""),
};

/** Returns the fields of an item, in a place. */
export function fieldsOf(language: Language, item: GroceryItem, place = ""): ItemFields {
  return {
    name: item.name,
    category: foodCategory(item.category),
    quantity: writeNumber(language, item.quantity),
    unit: item.unit,
    shelfLife: String(item.shelfLifeDays),
    day: null,
    printed: null,
    dateKind: item.dateKind ?? "estimate",
    place,
    ...freeTexts((field) => item[field] ?? ""),
  };
}

/** Returns the quantity, rounded to thousandths as on the server; NaN if it is not a number. */
export function amountOf({ quantity }: Pick<ItemFields, "quantity">): number {
  return Math.round(parseNumber(quantity) * 1_000) / 1_000;
}

/** Returns the shelf life in whole days; NaN if it is not a number. */
export function daysOf({ shelfLife }: Pick<ItemFields, "shelfLife">): number {
  return Math.round(parseNumber(shelfLife));
}

export type Problem = "name" | "category" | "quantity" | "shelfLife";

/**
 * Returns the fields that break a rule of specification §5 or a limit of the API, in the order of the forms.
 * `minQuantity` is the form's. A field that is as `saved` breaks none: a receipt may have an amount that is smaller than
 * one that can be typed.
 */
export function problemsOf(
  fields: ItemFields,
  minQuantity: number,
  needsCategory = false,
  saved?: ItemFields,
): ReadonlySet<Problem> {
  const isWithin = (text: string, min: number, max: number) => parseNumber(text) >= min && parseNumber(text) <= max;
  const problems = new Set<Problem>();
  if (fields.name.trim() === "") problems.add("name");
  if (needsCategory && fields.category.trim() === "") problems.add("category");
  if (!isWithin(fields.quantity, minQuantity, MAX_QUANTITY)) problems.add("quantity");
  if (!fields.day && !isWithin(fields.shelfLife, 1, MAX_SHELF_LIFE_DAYS)) problems.add("shelfLife");
  return new Set([...problems].filter((name) => fields[name] !== saved?.[name]));
}

/** Focuses the first field with a problem. Returns true if there is one, so that the form cannot be saved. */
export function focusFirstProblem(form: HTMLFormElement | null, [first]: ReadonlySet<Problem>): boolean {
  // Also shows the problem of a `DayField`.
  const isInvalid = form?.checkValidity() === false;
  if (first === undefined && !isInvalid) return false;
  form?.querySelector<HTMLElement>(`[name="${first ?? "day"}"]`)?.focus();
  return true;
}

/** What the date of a form's item depends on. */
export type DatedItem = Dated & Pick<GroceryItem, "shelfLifeDays"> & Partial<Pick<GroceryItem, "dateKind">>;

/**
 * Returns fields with a chosen day. It counts as the package's best-before date, unless the camera (`printed`) or the
 * fields have another kind. An empty day restores the date of `item`; the fields keep their shelf life for it.
 */
export function withDay(fields: ItemFields, day: string, item: DatedItem, printed = fields.printed): ItemFields {
  const chosen = chosenExpiry(item, day);
  const kind = printed === fields.printed ? undefined : printed?.kind;
  const chosenKind = kind ?? (fields.dateKind === "estimate" ? "best_before" : fields.dateKind);
  return {
    ...fields,
    day,
    printed,
    dateKind: chosen ? chosenKind : (item.dateKind ?? "estimate"),
  };
}

/** Returns the expiry time for another shelf life, from the same day of purchase; the present one for an invalid one. */
export function movedExpiry(item: Dated & Pick<GroceryItem, "shelfLifeDays">, days: number): string {
  if (!(days >= 1 && days <= MAX_SHELF_LIFE_DAYS)) return item.expiresAt;
  const addedDays = Math.round(days) - item.shelfLifeDays;
  return addedDays === 0 ? item.expiresAt : endOfDayAfter(expiryDay(item), addedDays);
}

/** Returns an item with the expiry date of the fields: the chosen day, or that of the shelf life. */
export function withDate<T extends DatedItem>(item: T, fields: ItemFields): T {
  const chosen = fields.day === null ? undefined : chosenExpiry(item, fields.day);
  const expiresAt = chosen?.expiresAt ?? movedExpiry(item, parseNumber(fields.shelfLife));
  const isMoved = expiresAt !== item.expiresAt;
  return {
    ...item,
    shelfLifeDays: daysOf(fields),
    ...(isMoved && { expiryReason: null, expiresOn: null }),
    expiresAt,
    ...chosen,
    ...(fields.dateKind !== (item.dateKind ?? "estimate") && { dateKind: fields.dateKind }),
  };
}

/** Returns the texts of the fields as they are stored. */
export function storedTexts(fields: ItemFields): Pick<GroceryItem, "name" | FreeText> {
  return { name: fields.name.trim(), ...freeTexts((field) => fields[field].trim() || null) };
}

/** Returns an item with the form's fields. An unchanged date keeps its seconds. */
export function editedItem(item: GroceryItem, fields: ItemFields): GroceryItem {
  const { unit } = fields;
  // An aisle's name that the form shows as a food category is no change.
  const category = fields.category === foodCategory(item.category) ? item.category : fields.category;
  return { ...withDate(item, fields), ...storedTexts(fields), category, unit, quantity: amountOf(fields) };
}
