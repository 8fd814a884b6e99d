import type { GroceryItem } from "../../api/types";
import { parseNumber } from "../../lib/numbers";

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
  return new Date(Date.parse(item.expiresAt) + (Math.round(days) - item.shelfLifeDays) * 86_400_000).toISOString();
}
