import {
  DEFAULT_CATEGORY,
  DEFAULT_SHELF_LIFE_DAYS,
  DEFAULT_UNIT,
  defaultEntryFor,
  trackerCategory,
} from "../../lib/domain/catalogue";
import { localUnit } from "../../lib/domain/units";
import { dayIndex, endOfDay, expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { parseNumber } from "../../lib/numbers";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/answer";
import { categoryNamed, productNamed, type Catalogue, type Product } from "../../lib/products";
import type { GroceryItem } from "../../api/types";

export interface ManualFields {
  name: string;
  category: string;
  quantity: string;
  unit: string;
  shelfLife: string;
  notes: string;
  /** The day that was chosen by its date (2026-12-12), which then rules over the number of days. */
  day: string | null;
  /** What the day says; a code of the package may tell. */
  dateKind: "best_before" | "use_by";
}

export const EMPTY: ManualFields = {
  name: "",
  category: "",
  quantity: "1",
  unit: DEFAULT_UNIT,
  shelfLife: String(DEFAULT_SHELF_LIFE_DAYS),
  notes: "",
  day: null,
  dateKind: "best_before",
};

/**
 * Choosing a category brings the unit and days of the first entry of the default table that has it (specification §5).
 */
export function withCategory(fields: ManualFields, category: string): ManualFields {
  const entry = defaultEntryFor(category);
  return {
    ...fields,
    category,
    ...(entry && { unit: localUnit(entry.unit), shelfLife: String(entry.days), day: null }),
  };
}

/** What the catalogue knows of a thing: category, unit and days. */
export function withProduct(fields: ManualFields, category: string, product: Product): ManualFields {
  return {
    ...fields,
    category: trackerCategory(category),
    unit: localUnit(product.unit),
    shelfLife: String(product.days),
    day: null,
  };
}

/** A day chosen by its date, and the number of days that it makes. What is no day changes nothing but the field. */
export function withDay(fields: ManualFields, day: string, now: Date): ManualFields {
  const end = endOfDay(day);
  return { ...fields, day, ...(end && { shelfLife: String(Math.max(1, dayIndex(end.toISOString(), now))) }) };
}

/**
 * What a package's code says, and what this larder calls it. Where both days are printed, the one by which it must be
 * used counts.
 */
export function withPackage(
  fields: ManualFields,
  found: FoundProduct,
  catalogue: Catalogue | undefined,
  now: Date,
): ManualFields {
  const { known } = found;
  const common = known && catalogue ? productNamed(known.name, catalogue) : undefined;
  const named = common ? withProduct(fields, common.category, common.product) : fields;
  const day = found.useBy ?? found.bestBefore;
  const full: ManualFields = {
    ...named,
    ...(known && { name: known.name, category: trackerCategory(known.category), unit: known.unit }),
    ...(found.quantity !== undefined &&
      found.unit !== undefined && { quantity: String(found.quantity), unit: found.unit }),
    dateKind: found.useBy === undefined ? "best_before" : "use_by",
  };
  return day === undefined ? full : withDay(full, day, now);
}

/**
 * Fills an empty form with a product of a database: category, unit and days of its name in the catalogue, else of its
 * category.
 */
export function withLookup(product: LookedUpProduct, catalogue: Catalogue | undefined): ManualFields {
  const { name, title, size } = product;
  const common = catalogue && productNamed(title, catalogue);
  const category = product.category ?? (catalogue && categoryNamed(title, catalogue));
  const named = common
    ? withProduct(EMPTY, common.category, common.product)
    : { ...(category === undefined ? EMPTY : withCategory(EMPTY, trackerCategory(category))), unit: DEFAULT_UNIT };
  return {
    ...named,
    name,
    ...(category !== undefined && { category: trackerCategory(category) }),
    ...(size && { quantity: String(size.quantity), unit: size.unit }),
  };
}

const MEASURES: ReadonlySet<string> = new Set(["g", "kg", "ml", "l", "oz", "lb", "gallon"]);

/** Returns the unit to remember for a barcode: the next package of 500 g is one item again, not one gram. */
export function learntUnit({ quantity, unit }: Pick<ManualFields, "quantity" | "unit">): string {
  return MEASURES.has(unit) && parseNumber(quantity) !== 1 ? DEFAULT_UNIT : unit;
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
  const end = fields.day === null ? undefined : endOfDay(fields.day);
  const expiresAt = end?.toISOString() ?? expiryAfter(shelfLifeDays, now);
  const notes = fields.notes.trim();
  return {
    id,
    userId,
    scanSessionId: null,
    name: fields.name.trim(),
    category: fields.category || DEFAULT_CATEGORY,
    quantity: Math.round(parseNumber(fields.quantity) * 1000) / 1000,
    unit: fields.unit,
    shelfLifeDays,
    createdAt: now.toISOString(),
    expiresAt,
    ...(end && { expiresOn: fields.day }),
    status: freshnessAt(expiresAt, now),
    itemStatus: "active",
    ...(notes && { notes }),
    // Who picks a day reads it off the package.
    ...(end && { dateKind: fields.dateKind }),
  };
}
