import {
  DEFAULT_CATEGORY,
  DEFAULT_SHELF_LIFE_DAYS,
  DEFAULT_UNIT,
  defaultEntryFor,
  itemCategory,
} from "../../lib/domain/catalogue";
import { localUnit } from "../../lib/domain/units";
import { expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { parseNumber } from "../../lib/language/numbers";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/answer";
import { categoryNamed, productNamed, type Catalogue, type Product } from "../../lib/domain/products";
import type { GroceryItem } from "../../api/types";
import { EMPTY_FIELDS, amountOf, daysOf, withDate, withDay, type ItemFields } from "../../ui/item-fields/model";

/**
 * Choosing a category brings the unit and days of the first entry of the default table that has it (specification §5).
 */
export function withCategory(fields: ItemFields, category: string): ItemFields {
  const entry = defaultEntryFor(category);
  return {
    ...fields,
    category,
    ...(entry && { unit: localUnit(entry.unit), shelfLife: String(entry.days), day: null }),
  };
}

/** Fills in the catalogue's data: category, unit and days. */
export function withProduct(fields: ItemFields, category: string, product: Product): ItemFields {
  return {
    ...fields,
    category: itemCategory(category),
    unit: localUnit(product.unit),
    shelfLife: String(product.days),
    day: null,
  };
}

/** The date of the fields without a chosen day, counted from today. */
export function estimateOf(fields: ItemFields, now: Date): { expiresAt: string; shelfLifeDays: number } {
  const days = daysOf(fields);
  const shelfLifeDays = days >= 1 && days <= 3_650 ? days : DEFAULT_SHELF_LIFE_DAYS;
  return { expiresAt: expiryAfter(shelfLifeDays, now), shelfLifeDays };
}

/**
 * Fills in the data of a package's code, and the larder's own name for it. If the code has two dates, the use-by date
 * counts; without a date in the code, the form asks to read the printed one.
 */
export function withPackage(
  fields: ItemFields,
  found: FoundProduct,
  catalogue: Catalogue | undefined,
  now: Date,
): ItemFields {
  const { known, printed } = found;
  const common = known && catalogue ? productNamed(known.name, catalogue) : undefined;
  const named = common ? withProduct(fields, common.category, common.product) : fields;
  const day = found.useBy ?? found.bestBefore ?? printed?.day;
  const full: ItemFields = {
    ...named,
    ...(known && { name: known.name, category: itemCategory(known.category), unit: known.unit }),
    ...(found.quantity !== undefined &&
      found.unit !== undefined && { quantity: String(found.quantity), unit: found.unit }),
  };
  const dateKind = found.useBy === undefined ? (printed?.kind ?? "best_before") : "use_by";
  return day === undefined ? full : withDay({ ...full, dateKind }, day, estimateOf(full, now), printed);
}

/**
 * Fills an empty form with a product of a database: category, unit and days of its name in the catalogue, else of its
 * category.
 */
export function withLookup(product: LookedUpProduct, catalogue: Catalogue | undefined): ItemFields {
  const { name, title, size } = product;
  const common = catalogue && productNamed(title, catalogue);
  const category = product.category ?? (catalogue && categoryNamed(title, catalogue));
  const named = common
    ? withProduct(EMPTY_FIELDS, common.category, common.product)
    : {
        ...(category === undefined ? EMPTY_FIELDS : withCategory(EMPTY_FIELDS, itemCategory(category))),
        unit: DEFAULT_UNIT,
      };
  return {
    ...named,
    name,
    ...(category !== undefined && { category: itemCategory(category) }),
    ...(size && { quantity: String(size.quantity), unit: size.unit }),
  };
}

const MEASURES: ReadonlySet<string> = new Set(["g", "kg", "ml", "l", "oz", "lb", "gallon"]);

/** Returns the unit to remember for a barcode: the next package of 500 g is one item again, not one gram. */
export function learntUnit({ quantity, unit }: Pick<ItemFields, "quantity" | "unit">): string {
  return MEASURES.has(unit) && parseNumber(quantity) !== 1 ? DEFAULT_UNIT : unit;
}

/** The item as the list shows it until the server answers. */
export function manualItem(fields: ItemFields, id: string, userId: string, now: Date): GroceryItem {
  const notes = fields.notes.trim();
  const item: GroceryItem = {
    id,
    userId,
    scanSessionId: null,
    name: fields.name.trim(),
    category: fields.category || DEFAULT_CATEGORY,
    quantity: amountOf(fields),
    unit: fields.unit,
    ...estimateOf(fields, now),
    createdAt: now.toISOString(),
    status: "fresh",
    itemStatus: "active",
    ...(notes && { notes }),
  };
  // Days that were typed after a day was chosen are an estimate again.
  const dated = withDate(item, fields.day === null ? { ...fields, dateKind: "estimate" } : fields);
  return { ...dated, status: freshnessAt(dated.expiresAt, now) };
}
