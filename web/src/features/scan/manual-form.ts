import {
  DEFAULT_CATEGORY,
  DEFAULT_SHELF_LIFE_DAYS,
  DEFAULT_UNIT,
  defaultEntryFor,
  itemCategory,
} from "../../lib/domain/catalogue";
import { localUnit } from "../../lib/domain/units";
import { expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { MAX_SHELF_LIFE_DAYS } from "../../lib/domain/limits";
import { language } from "../../lib/language/i18n";
import { writeNumber } from "../../lib/language/numbers";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/product-response";
import { categoryNamed, productNamed, type Catalogue, type Product } from "../../lib/domain/products";
import { freeTexts } from "../../api/item-fields";
import { newItem } from "../../api/new-item";
import type { GroceryItem } from "../../api/types";
import {
  EMPTY_FIELDS,
  amountOf,
  daysOf,
  storedTexts,
  withDate,
  withDay,
  type ItemFields,
} from "../../ui/item-fields/model";

/** The smallest quantity that can be added by hand (specification §5). */
export const MIN_ADDED_QUANTITY = 1;

/** Sets a category, with the unit and days of its first entry in the default table (specification §5). */
export function withCategory(fields: ItemFields, category: string): ItemFields {
  const entry = defaultEntryFor(category);
  return {
    ...fields,
    category,
    ...(entry && { unit: localUnit(entry.unit), shelfLife: String(entry.days), day: null }),
  };
}

/** Sets category, unit and days of a product of the catalogue. */
export function withProduct(fields: ItemFields, category: string, product: Product): ItemFields {
  return {
    ...fields,
    category: itemCategory(category),
    unit: localUnit(product.unit),
    shelfLife: String(product.days),
    day: null,
  };
}

/** Returns fields without the data of a product: how many there are, where, and the texts about them stay. */
export function withoutProduct({ quantity, place, ...fields }: ItemFields): ItemFields {
  return { ...EMPTY_FIELDS, quantity, place, ...freeTexts((field) => fields[field]) };
}

/** Returns the expiry date by the shelf life from today, without a chosen day. */
export function estimateOf(fields: ItemFields, now: Date): { expiresAt: string; shelfLifeDays: number } {
  const days = daysOf(fields);
  const shelfLifeDays = days >= 1 && days <= MAX_SHELF_LIFE_DAYS ? days : DEFAULT_SHELF_LIFE_DAYS;
  return { expiresAt: expiryAfter(shelfLifeDays, now), shelfLifeDays };
}

/**
 * Sets the data of a package's code, and the household's name for it. Prefers the use-by date over the best-before
 * date.
 */
export function withPackage(
  fields: ItemFields,
  found: FoundProduct,
  catalogue: Catalogue | undefined,
  now: Date,
): ItemFields {
  const { known, printed } = found;
  const entry = known && catalogue ? productNamed(known.name, catalogue) : undefined;
  const named = entry ? withProduct(fields, entry.category, entry.product) : fields;
  const day = found.useBy ?? found.bestBefore ?? printed?.day;
  const full: ItemFields = {
    ...named,
    ...(known && { name: known.name, category: itemCategory(known.category), unit: known.unit }),
    // The form has 1 anyway, unless another number was typed, which stays.
    ...(known?.quantity !== undefined && known.quantity !== 1 && { quantity: writeNumber(language(), known.quantity) }),
    ...(found.quantity !== undefined &&
      found.unit !== undefined && { quantity: writeNumber(language(), found.quantity), unit: found.unit }),
  };
  const dateKind = found.useBy === undefined ? (printed?.kind ?? "best_before") : "use_by";
  return day === undefined ? full : withDay({ ...full, dateKind }, day, estimateOf(full, now), printed);
}

/**
 * Sets the product of an online database. Unit and days are those of its name in the catalogue; for a name that is not
 * in it, the days are those of its category. The database's category and size have priority.
 */
export function withLookup(fields: ItemFields, product: LookedUpProduct, catalogue: Catalogue | undefined): ItemFields {
  const { name, title, size } = product;
  const common = catalogue && productNamed(title, catalogue);
  const category = product.category ?? (catalogue && categoryNamed(title, catalogue));
  // A number that was typed for another unit would be wrong.
  const empty = { ...withoutProduct(fields), quantity: EMPTY_FIELDS.quantity };
  const named = common
    ? withProduct(empty, common.category, common.product)
    : {
        ...(category === undefined ? empty : withCategory(empty, itemCategory(category))),
        unit: DEFAULT_UNIT,
      };
  return {
    ...named,
    name,
    ...(category !== undefined && { category: itemCategory(category) }),
    ...(size && { quantity: writeNumber(language(), size.quantity), unit: size.unit }),
  };
}

/** Returns the item that the list shows until the server answers. */
export function manualItem(fields: ItemFields, now: Date): GroceryItem {
  const category = fields.category || DEFAULT_CATEGORY;
  const amount = { quantity: amountOf(fields), unit: fields.unit };
  const item = newItem({ ...storedTexts(fields), category, ...amount, ...estimateOf(fields, now) }, now);
  // Without a chosen day the date is an estimate.
  const dated = withDate(item, fields.day === null ? { ...fields, dateKind: "estimate" } : fields);
  return { ...dated, status: freshnessAt(dated, now) };
}
