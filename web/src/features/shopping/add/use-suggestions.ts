import { useDeferredValue, useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { productCodesQuery } from "../../../api/product-codes";
import { archivedQuery } from "../../../api/cached/queries";
import type { GroceryItem, LearntCode, ShoppingListItem } from "../../../api/types";
import { useItems } from "../../../api/cached/use-data";
import type { FoodKey } from "../../../lib/domain/food-name";
import { useToday } from "../../../lib/time/clock";
import { useLanguage } from "../../../lib/language/i18n";
import { useProducts } from "../../../ui/hooks/use-products";
import { boughtBefore, matchingProducts, recentProducts, type Suggestion } from "./suggestions";

/** The number that fits into two rows of a phone. */
const MAX_SUGGESTIONS = 6;
const NO_ITEMS: readonly GroceryItem[] = [];
const NO_CODES: readonly LearntCode[] = [];
const NO_SUGGESTIONS: Suggestion[] = [];

/** Returns the suggestions of the quick add line. Loads archived items and codes when the line has the focus. */
export function useSuggestions(
  typed: string,
  list: readonly ShoppingListItem[],
  listed: ReadonlyMap<FoodKey, unknown>,
  dismissed: ReadonlySet<FoodKey>,
  isActive: boolean,
): readonly Suggestion[] {
  const language = useLanguage();
  const catalogue = useProducts();
  const query = useDeferredValue(typed);
  const { data: items = NO_ITEMS } = useItems();
  const { data: archived = NO_ITEMS } = useQuery({ ...archivedQuery(), refetchOnMount: true, enabled: isActive });
  const { data: codes = NO_CODES } = useQuery({ ...productCodesQuery(), refetchOnMount: true, enabled: isActive });
  const products = useMemo(() => ({ items, archived, list, codes }), [items, archived, list, codes]);
  const today = useToday();
  const bought = useMemo(
    () => (isActive ? boughtBefore(products, catalogue, today) : NO_SUGGESTIONS),
    [isActive, products, catalogue, today],
  );
  return useMemo(() => {
    if (!isActive) return [];
    return query.trim() === ""
      ? recentProducts(bought, products, listed, dismissed, MAX_SUGGESTIONS)
      : matchingProducts(query, bought, catalogue, language, MAX_SUGGESTIONS);
  }, [isActive, query, bought, products, listed, dismissed, catalogue, language]);
}
