import type { GroceryItem } from "../../api/types";

/** Units in which a quantity is weighed or measured, so that one of them is not one thing. */
const MEASURES: ReadonlySet<string> = new Set(["lb", "kg", "oz", "g", "ml"]);

/** Returns whether the quantity counts several things, of which one can be used. */
export function isCounted({ quantity, unit }: Pick<GroceryItem, "quantity" | "unit">): boolean {
  return Number.isInteger(quantity) && quantity > 1 && !MEASURES.has(unit);
}

/** The shares of a thing that can be left, each by one tap. */
export const SHARES = [0.25, 0.5, 0.75] as const;

export function shareName(left: number): "quarter" | "half" | "most" | "all" {
  return left <= 0.25 ? "quarter" : left <= 0.5 ? "half" : left < 1 ? "most" : "all";
}
