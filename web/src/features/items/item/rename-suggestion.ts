import type { GroceryItem } from "../../../api/types";
import { DEFAULT_CATEGORY, DEFAULT_SHELF_LIFE_DAYS, itemCategory } from "../../../lib/domain/catalogue";
import { isUnsure } from "../../../lib/domain/unsure";
import { productNamed, type Catalogue } from "../../../lib/domain/products";

/** What an item would get with another name. */
interface RenameSuggestion {
  /** The shelf life. */
  days: number;
  category: string;
}

/**
 * Returns the shelf life and category of the product with a new name, to offer them when an item is renamed. For an
 * unknown name, returns the defaults of specification §9 if the reader was unsure of the item.
 */
export function suggestForName(
  item: Pick<GroceryItem, "name" | "confidence">,
  name: string,
  catalogue: Catalogue,
): RenameSuggestion | undefined {
  if (name.trim() === "" || name.trim() === item.name) return undefined;
  const entry = productNamed(name.trim(), catalogue);
  if (entry) return { days: entry.product.days, category: itemCategory(entry.category) };
  return isUnsure(item) ? { days: DEFAULT_SHELF_LIFE_DAYS, category: DEFAULT_CATEGORY } : undefined;
}
