import { foodCategory } from "../../lib/domain/catalogue";
import { translated, type Common } from "./strings";

/** Returns the category of an item in the user's language, also if it has the name of an aisle. */
export function categoryText(common: Common, category: string): string {
  return translated(common.categories, foodCategory(category));
}
