import type { GroceryItem } from "../../api/types";
import { DEFAULT_SHELF_LIFE_DAYS, DEFAULT_UNIT } from "../../lib/domain/catalogue";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { chosenExpiry } from "../../lib/domain/chosen-day";
import { expiryAfter, type Dated } from "../../lib/domain/freshness";
import type { Language } from "../../lib/language/i18n";
import { parseNumber, writeNumber } from "../../lib/language/numbers";

export const DATE_KINDS = ["estimate", "best_before", "use_by"] as const;

/** The fields of the forms of items and list rows: text as it is typed. */
export interface ItemFields {
  readonly name: string;
  readonly category: string;
  readonly quantity: string;
  readonly unit: string;
  readonly shelfLife: string;
  /** The day that was chosen by its date (2026-12-12), which then rules over the number of days. */
  readonly day: string | null;
  /** The date that was read from the package, with its picture. */
  readonly printed: ScannedDate | null;
  readonly dateKind: (typeof DATE_KINDS)[number];
  /** The id of a place; empty for the usual one. */
  readonly place: string;
  readonly notes: string;
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
  notes: "",
};

export function fieldsOf(language: Language, item: GroceryItem, place = ""): ItemFields {
  return {
    name: item.name,
    category: item.category,
    quantity: writeNumber(language, item.quantity),
    unit: item.unit,
    shelfLife: String(item.shelfLifeDays),
    day: null,
    printed: null,
    dateKind: item.dateKind ?? "estimate",
    place,
    notes: item.notes ?? "",
  };
}

/** Returns the amount rounded to thousandths, as the server does; NaN if it is no number. */
export function amountOf({ quantity }: Pick<ItemFields, "quantity">): number {
  return Math.round(parseNumber(quantity) * 1_000) / 1_000;
}

export function daysOf({ shelfLife }: Pick<ItemFields, "shelfLife">): number {
  return Math.round(parseNumber(shelfLife));
}

export type Problem = "name" | "category" | "quantity" | "shelfLife";

/** The fields that break a rule of specification §5 (or the wire's limits), in the order of the forms. */
export function problemsOf(fields: ItemFields, min: number, needsCategory = false): ReadonlySet<Problem> {
  const within = (text: string, from: number, to: number) => parseNumber(text) >= from && parseNumber(text) <= to;
  const problems = new Set<Problem>();
  if (fields.name.trim() === "") problems.add("name");
  if (needsCategory && fields.category.trim() === "") problems.add("category");
  if (!within(fields.quantity, min, 100_000)) problems.add("quantity");
  if (!within(fields.shelfLife, 1, 3_650)) problems.add("shelfLife");
  return problems;
}

/** Moves the focus to the first field with a problem. */
export function focusProblem(form: HTMLElement | null, [first]: ReadonlySet<Problem>): void {
  if (first !== undefined) form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
}

/**
 * Returns fields with a day chosen by its date, and the number of days that it makes of `item`. A picked day was read
 * off the package, by a person or the camera (`printed`), unless the fields say otherwise; clearing it leaves the
 * earlier values.
 */
export function withDay(
  fields: ItemFields,
  day: string,
  item: Dated & Pick<GroceryItem, "shelfLifeDays" | "dateKind">,
  printed = fields.printed,
): ItemFields {
  const chosen = chosenExpiry(item, day);
  const kind = printed === fields.printed ? undefined : printed?.kind;
  const picked = kind ?? (fields.dateKind === "estimate" ? "best_before" : fields.dateKind);
  return {
    ...fields,
    day,
    printed,
    shelfLife: String((chosen ?? item).shelfLifeDays),
    dateKind: chosen ? picked : (item.dateKind ?? "estimate"),
  };
}

/** A longer or shorter shelf life moves the day by the difference, so the day of purchase it was counted from stays. */
export function movedExpiry(item: Pick<GroceryItem, "expiresAt" | "shelfLifeDays">, days: number): string {
  if (!Number.isFinite(days) || Math.abs(days) > 36_500) return item.expiresAt;
  const later = Math.round(days) - item.shelfLifeDays;
  return later === 0 ? item.expiresAt : expiryAfter(later, new Date(item.expiresAt));
}

/** Returns an item with the date of the fields: the chosen day, or the one that the shelf life makes. */
export function withDate(item: GroceryItem, fields: ItemFields): GroceryItem {
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

/** Returns an item with the form's fields. An unchanged date keeps its seconds. */
export function editedItem(item: GroceryItem, fields: ItemFields): GroceryItem {
  const { category, unit } = fields;
  return { ...withDate(item, fields), name: fields.name.trim(), category, unit, quantity: amountOf(fields) };
}
