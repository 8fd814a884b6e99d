import { useDeferredValue, useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { codesQuery } from "../../api/settings/codes";
import { archivedQuery } from "../../api/cached/queries";
import type { GroceryItem, LearntCode, ShoppingListItem } from "../../api/types";
import { useItems } from "../../api/cached/use-data";
import { useToday } from "../../lib/time/clock";
import { useLanguage } from "../../lib/language/i18n";
import { useProducts } from "../../ui/use-products";
import { boughtBefore, matchingProducts, recentProducts, type Suggestion } from "./suggestions";

/** The number that fits into two rows of a phone. */
const MAX_SUGGESTIONS = 6;
const NO_ITEMS: readonly GroceryItem[] = [];
const NO_CODES: readonly LearntCode[] = [];
const NOTHING: Suggestion[] = [];

/** Returns the add line's suggestions. Loads used-up and scanned items once the line has the focus. */
export function useSuggestions(
  typed: string,
  list: readonly ShoppingListItem[],
  listed: ReadonlyMap<string, unknown>,
  putOff: ReadonlySet<string>,
  active: boolean,
): readonly Suggestion[] {
  const language = useLanguage();
  const catalogue = useProducts();
  const deferred = useDeferredValue(typed);
  const { data: items = NO_ITEMS } = useItems();
  const { data: archived = NO_ITEMS } = useQuery({ ...archivedQuery(), refetchOnMount: true, enabled: active });
  const { data: codes = NO_CODES } = useQuery({ ...codesQuery(), refetchOnMount: true, enabled: active });
  const known = useMemo(() => ({ items, archived, list, codes }), [items, archived, list, codes]);
  const today = useToday();
  const bought = useMemo(
    () => (active ? boughtBefore(known, catalogue, today) : NOTHING),
    [active, known, catalogue, today],
  );
  return useMemo(() => {
    if (!active) return [];
    return deferred.trim() === ""
      ? recentProducts(bought, known, listed, putOff, MAX_SUGGESTIONS)
      : matchingProducts(deferred, bought, catalogue, language, MAX_SUGGESTIONS);
  }, [active, deferred, bought, known, listed, putOff, catalogue, language]);
}
