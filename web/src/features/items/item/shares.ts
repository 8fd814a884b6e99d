import type { GroceryItem } from "../../../api/types";

/** Units whose quantity is the size of one package. The server's `Item::is_one_package` has the same. */
const MEASURES: ReadonlySet<string> = new Set(["g", "kg", "ml", "cl", "l", "oz", "lb"]);

/** Returns true if the quantity is a number of packages, at least two: also 2 gallons, but not 2 l. */
export function isCounted({ quantity, unit }: Pick<GroceryItem, "quantity" | "unit">): boolean {
  return Number.isInteger(quantity) && quantity > 1 && !MEASURES.has(unit);
}

/** The shares of an item that the user can choose as left. */
export const SHARES = [0.25, 0.5, 0.75] as const;
/** The levels of the jar. */
export const JAR_LEVELS: readonly number[] = [...SHARES, 1];

export function shareName(left: number): "quarter" | "half" | "most" | "all" {
  return left <= 0.25 ? "quarter" : left <= 0.5 ? "half" : left < 1 ? "most" : "all";
}
