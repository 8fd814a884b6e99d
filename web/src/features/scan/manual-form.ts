import { DEFAULT_CATEGORY, DEFAULT_SHELF_LIFE_DAYS, DEFAULT_UNIT, defaultEntryFor } from "../../lib/domain/catalogue";
import { localUnit } from "../../lib/domain/units";
import { expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { parseNumber } from "../../lib/numbers";
import type { GroceryItem } from "../../api/types";

export interface ManualFields {
  name: string;
  category: string;
  quantity: string;
  unit: string;
  shelfLife: string;
  notes: string;
}

export const EMPTY: ManualFields = { name: "", category: "", quantity: "1", unit: DEFAULT_UNIT, shelfLife: String(DEFAULT_SHELF_LIFE_DAYS), notes: "" };

/** Choosing a category brings the unit and days of the first entry of the default table that has it (specification §5). */
export function withCategory(fields: ManualFields, category: string): ManualFields {
  const entry = defaultEntryFor(category);
  return { ...fields, category, ...(entry && { unit: localUnit(entry.unit), shelfLife: String(entry.days) }) };
}

export function checkManual(fields: ManualFields): ReadonlySet<"name" | "quantity" | "shelfLife"> {
  const problems = new Set<"name" | "quantity" | "shelfLife">();
  if (fields.name.trim() === "") problems.add("name");
  const quantity = parseNumber(fields.quantity);
  if (!(quantity >= 1 && quantity <= 100_000)) problems.add("quantity");
  const days = parseNumber(fields.shelfLife);
  if (!(days >= 1 && days <= 3_650)) problems.add("shelfLife");
  return problems;
}

/** The item as it stands in the list until the server has given its word. */
export function manualItem(fields: ManualFields, id: string, userId: string, now: Date): GroceryItem {
  const shelfLifeDays = Math.round(parseNumber(fields.shelfLife));
  const expiresAt = expiryAfter(shelfLifeDays, now);
  const notes = fields.notes.trim();
  return {
    id, userId, scanSessionId: null, name: fields.name.trim(), category: fields.category || DEFAULT_CATEGORY,
    quantity: Math.round(parseNumber(fields.quantity) * 1000) / 1000, unit: fields.unit, shelfLifeDays,
    createdAt: now.toISOString(), expiresAt, status: freshnessAt(expiresAt, now), itemStatus: "active", ...(notes && { notes }),
  };
}
