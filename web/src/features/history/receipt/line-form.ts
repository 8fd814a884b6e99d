import type { GroceryItem } from "../../../api/types";
import { chosenExpiry } from "../../../lib/domain/chosen-day";
import { endOfDay, expiryDay } from "../../../lib/domain/freshness";
import type { Language } from "../../../lib/i18n";
import { parseNumber, writeNumber } from "../../../lib/numbers";

export const DATE_KINDS = ["estimate", "best_before", "use_by"] as const;
export type DateKind = (typeof DATE_KINDS)[number];

export interface LineFields {
  name: string;
  category: string;
  quantity: string;
  unit: string;
  /** As a date field writes it. */
  day: string;
  dateKind: DateKind;
}

export function fieldsOf(language: Language, item: GroceryItem): LineFields {
  const { name, category, quantity, unit, dateKind } = item;
  return {
    name,
    category,
    quantity: writeNumber(language, quantity),
    unit,
    day: expiryDay(item),
    dateKind: dateKind ?? "estimate",
  };
}

/** The first field that breaks a rule of specification §5. */
export function problemOf({ name, quantity, day }: LineFields): "name" | "quantity" | "day" | undefined {
  const amount = parseNumber(quantity);
  if (name.trim() === "") return "name";
  if (!(amount >= 0.1 && amount <= 100_000)) return "quantity";
  return /^\d{4}-\d\d-\d\d$/.test(day) ? undefined : "day";
}

/** A day that somebody picked was read off the package, unless they say otherwise. */
export function withDay(fields: LineFields, day: string): LineFields {
  const isPicked = fields.dateKind === "estimate" && endOfDay(day) !== undefined;
  return { ...fields, day, ...(isPicked && { dateKind: "best_before" }) };
}

/** The item as the fields say; a day that was left alone stays to the second. */
export function itemOf(item: GroceryItem, fields: LineFields): GroceryItem {
  const chosen = fields.day === expiryDay(item) ? undefined : chosenExpiry(item, fields.day);
  const { name, category, unit, dateKind } = fields;
  return {
    ...item,
    name: name.trim(),
    category,
    unit,
    dateKind,
    quantity: Math.round(parseNumber(fields.quantity) * 1000) / 1000,
    ...chosen,
    ...(chosen && { expiryReason: null }),
  };
}
