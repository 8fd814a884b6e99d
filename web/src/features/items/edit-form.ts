import type { GroceryItem } from "../../api/types";
import { DEFAULT_CATEGORY, DEFAULT_SHELF_LIFE_DAYS, trackerCategory } from "../../lib/domain/catalogue";
import { expiryAfter } from "../../lib/domain/freshness";
import { isUnsure } from "../../lib/domain/unsure";
import { parseNumber } from "../../lib/numbers";
import { productNamed, type Catalogue } from "../../lib/products";

export interface EditFields {
  name: string;
  category: string;
  quantity: string;
  shelfLife: string;
}

/** The fields that break a rule of specification §5 (or the wire's limits), in the order they stand in the form. */
export function checkEdit({ name, category, quantity, shelfLife }: EditFields): ReadonlySet<keyof EditFields> {
  const problems = new Set<keyof EditFields>();
  if (name.trim() === "") problems.add("name");
  if (category.trim() === "") problems.add("category");
  const amount = parseNumber(quantity);
  if (!(amount >= 0.1 && amount <= 100_000)) problems.add("quantity");
  const days = parseNumber(shelfLife);
  if (!(days >= 1 && days <= 3_650)) problems.add("shelfLife");
  return problems;
}

/** A longer or shorter shelf life moves the day by the difference, so the day of purchase it was counted from stays. */
export function movedExpiry(item: Pick<GroceryItem, "expiresAt" | "shelfLifeDays">, days: number): string {
  if (!Number.isFinite(days) || Math.abs(days) > 36_500) return item.expiresAt;
  const later = Math.round(days) - item.shelfLifeDays;
  return later === 0 ? item.expiresAt : expiryAfter(later, new Date(item.expiresAt));
}

/** What is known of a product by its name. */
export interface KnownProduct {
  days: number;
  category: string;
}

/**
 * Returns what a new name is known for, so that a renamed item does not keep the old one's shelf life unasked. A name
 * that is not known has specification §9's default where the reader was unsure of the old one as well.
 */
export function productOf(
  item: Pick<GroceryItem, "name" | "confidence">,
  name: string,
  catalogue: Catalogue,
): KnownProduct | undefined {
  if (name.trim() === "" || name.trim() === item.name) return undefined;
  const known = productNamed(name.trim(), catalogue);
  if (known) return { days: known.product.days, category: trackerCategory(known.category) };
  return isUnsure(item) ? { days: DEFAULT_SHELF_LIFE_DAYS, category: DEFAULT_CATEGORY } : undefined;
}
