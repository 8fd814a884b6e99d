import type { GroceryItem, StatisticsMonth } from "../../api/types";
import { sameFoodKey } from "../../lib/domain/food-name";

/** The eaten and the wasted part of a month, in a currency or, without prices, as numbers of items. */
export interface MonthShare {
  /** The month's first day. */
  readonly first: string;
  readonly used: number;
  readonly lost: number;
}

/** Returns the currency with the largest sum; undefined if no item had a price. */
export function mainCurrency(months: readonly StatisticsMonth[]): { readonly code: string | null } | undefined {
  const sums = new Map<string | null, number>();
  for (const { currency = null, used, lost } of months.flatMap(({ money }) => money))
    sums.set(currency, (sums.get(currency) ?? 0) + used + lost);
  const [largest] = [...sums].sort(([, a], [, b]) => b - a);
  return largest && { code: largest[0] };
}

/** Returns the share of each month: the money of a currency, or the number of items if it is undefined. */
export function monthShares(
  months: readonly StatisticsMonth[],
  currency: ReturnType<typeof mainCurrency>,
): readonly MonthShare[] {
  return months.map(({ first, used, tossed, expired, money }) => {
    if (!currency) return { first, used, lost: tossed + expired };
    const amounts = money.find((other) => (other.currency ?? null) === currency.code);
    return { first, used: amounts?.used ?? 0, lost: amounts?.lost ?? 0 };
  });
}

/** A food that was wasted, and what would have helped. */
export interface WastedFood {
  readonly item: GroceryItem;
  readonly count: number;
  /** Freezing it, buying less of it, or keeping it at the front of the fridge. */
  readonly help: "freeze" | "less" | "front";
}

const MAX_WASTED = 3;
/** The number of wasted items from which on less of a food should be bought. */
const MIN_WASTED_TO_BUY_LESS = 3;

/** Returns the three foods that were thrown away, or removed after their date, most often. */
export function mostWasted(archived: readonly GroceryItem[]): readonly WastedFood[] {
  const foods = new Map<string, GroceryItem[]>();
  for (const item of archived) {
    if (item.outcome !== "tossed" && !item.swept) continue;
    const key = sameFoodKey(item.name);
    foods.set(key, [...(foods.get(key) ?? []), item]);
  }
  const price = (items: readonly GroceryItem[]) => items.reduce((sum, item) => sum + (item.price ?? 0), 0);
  return [...foods.values()]
    .sort((a, b) => b.length - a.length || price(b) - price(a))
    .slice(0, MAX_WASTED)
    .flatMap((items) => {
      const [item] = items;
      if (!item) return [];
      const freezes = item.guide?.freezesBadly === false && item.storage !== "freezer";
      return [
        {
          item,
          count: items.length,
          help: freezes ? "freeze" : items.length >= MIN_WASTED_TO_BUY_LESS ? "less" : "front",
        },
      ];
    });
}
