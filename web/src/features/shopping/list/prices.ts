import type { GroceryItem } from "../../../api/types";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import type { ListLine } from "./list-lines";

/** The weights and volumes in grams and millilitres. All other units count pieces: packs, bottles, bunches. */
const MEASURES: Readonly<Record<string, readonly [of: "g" | "ml", amount: number]>> = {
  g: ["g", 1],
  kg: ["g", 1_000],
  oz: ["g", 28.35],
  lb: ["g", 453.6],
  ml: ["ml", 1],
  l: ["ml", 1_000],
  gallon: ["ml", 3_785],
};

const measureOf = (unit: string) => MEASURES[unit] ?? (["piece", 1] as const);

type Bought = Pick<GroceryItem, "name" | "quantity" | "unit" | "price" | "currency" | "scanSessionId" | "createdAt"> &
  Partial<Pick<GroceryItem, "purchasedOn">>;

/** The prices that the household paid, by food. */
export interface Prices {
  readonly currency: string | null;
  readonly paid: ReadonlyMap<FoodKey, Bought>;
}

const dayOf = ({ purchasedOn, createdAt }: Bought) => purchasedOn ?? createdAt;

/**
 * Returns the newest price of each food, in the currency of the newest receipt. A price of that receipt's shop has
 * priority over a newer one of another shop.
 */
export function pricesOf(items: readonly Bought[], shops: ReadonlyMap<string, string | null | undefined>): Prices {
  const priced = items
    .filter(({ price, quantity }) => typeof price === "number" && price > 0 && quantity > 0)
    .sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
  const shopOf = ({ scanSessionId }: Bought) => shops.get(scanSessionId ?? "") ?? undefined;
  const last = priced.at(-1);
  const currency = last?.currency ?? null;
  const shop = last && shopOf(last);
  const paid = new Map<FoodKey, Bought>();
  for (const item of priced) {
    const key = sameFoodKey(item.name);
    const before = paid.get(key);
    const isElsewhere = before && shop !== undefined && shopOf(before) === shop && shopOf(item) !== shop;
    if ((item.currency ?? null) === currency && !isElsewhere) paid.set(key, item);
  }
  return { currency, paid };
}

/**
 * Returns the price of a list line at the last prices paid; undefined if one of its amounts has none. One piece of what
 * was sold by weight costs what was paid for it.
 */
export function priceOf({ name, amounts }: Pick<ListLine, "name" | "amounts">, { paid }: Prices): number | undefined {
  const bought = paid.get(sameFoodKey(name));
  if (!bought) return undefined;
  const price = bought.price ?? 0;
  const [boughtBy, boughtSize] = measureOf(bought.unit);
  let sum = 0;
  for (const { quantity, unit } of amounts) {
    const [by, size] = measureOf(unit);
    if (by === boughtBy) sum += (price * quantity * size) / (bought.quantity * boughtSize);
    else if (by === "piece") sum += price * quantity;
    else return undefined;
  }
  return sum;
}
