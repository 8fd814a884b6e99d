import type { GroceryItem } from "../../api/types";
import { DEFAULT_CATEGORY, DEFAULT_SHELF_LIFE_DAYS, itemCategory } from "../../lib/domain/catalogue";
import { isUnsure } from "../../lib/domain/unsure";
import { productNamed, type Catalogue } from "../../lib/domain/products";

/** Known data of a product, by its name. */
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
  if (known) return { days: known.product.days, category: itemCategory(known.category) };
  return isUnsure(item) ? { days: DEFAULT_SHELF_LIFE_DAYS, category: DEFAULT_CATEGORY } : undefined;
}
