import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { archivedQuery, sessionsQuery } from "../../../api/cached/queries";
import { useItems } from "../../../api/cached/use-data";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import type { ListLine } from "./list-lines";
import { priceOf, pricesOf, type Prices } from "./prices";
import { useShoppingStrings } from "virtual:strings/shopping";

/** Returns the prices of the household's receipts, from what the device has. */
export function usePrices(): Prices {
  const { data: items } = useItems();
  const { data: archived } = useQuery({ ...archivedQuery(), refetchOnMount: false });
  const { data: sessions } = useQuery({ ...sessionsQuery(), refetchOnMount: false });
  return useMemo(
    () => pricesOf([...(items ?? []), ...(archived ?? [])], new Map(sessions?.map(({ id, store }) => [id, store]))),
    [items, archived, sessions],
  );
}

/** Shows what the list will cost about, as far as receipts tell. */
export function ListCost({ lines, prices }: { lines: readonly ListLine[]; prices: Prices }) {
  const t = useShoppingStrings();
  const language = useLanguage();
  const linePrices = lines.map((line) => priceOf(line, prices)).filter((price) => price !== undefined);
  if (linePrices.length === 0) return null;
  const sum = money(
    language,
    linePrices.reduce((a, b) => a + b),
    prices.currency,
    0,
  );
  return <p className="muted small">{t.cost(sum, linePrices.length, lines.length)}</p>;
}
