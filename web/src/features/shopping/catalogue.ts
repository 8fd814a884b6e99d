import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { commonItemsQuery } from "../../api/queries";
import type { CommonCategory } from "../../api/types";
import type { Language } from "../../lib/i18n";

/** The twelve categories of the catalogue, in the order of specification §3. */
export const CATEGORIES = [
  "Dairy & Eggs", "Meat & Poultry", "Fruits", "Vegetables", "Bread & Bakery", "Pantry Staples", "Canned & Jarred", "Frozen Foods", "Beverages", "Snacks",
  "Health & Beauty", "Cleaning Supplies",
] as const;

export interface Product {
  readonly name: string;
  readonly nameDe: string;
  readonly unit: string;
  readonly days: number;
}

export type Catalogue = ReadonlyMap<string, readonly Product[]>;

let loading: Promise<Catalogue> | undefined;

/** The catalogue that comes with the site, so that browsing works offline. Fetched once, when a list is first opened. */
export function loadCatalogue(): Promise<Catalogue> {
  loading ??= import("virtual:catalogue").then(({ default: shelves }) => {
    const known = Object.entries(shelves).map(([category, products]): [string, readonly Product[]] => [
      category,
      products.map(([name, nameDe, unit, days]) => ({ name, nameDe, unit, days })),
    ]);
    return new Map(known);
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** What the server offers beyond the site's own catalogue: a newer server may know more than a page that was installed a month ago. The same object if it knows no more. */
export function withServerItems(own: Catalogue, offered: readonly CommonCategory[] | undefined): Catalogue {
  if (!Array.isArray(offered)) return own;
  const merged = new Map(own);
  let added = false;
  for (const { category, items } of offered as readonly CommonCategory[]) {
    const shelf = own.get(category) ?? [];
    const names = new Set(shelf.map((product) => product.name));
    const more = items
      .filter((item) => !names.has(item.name))
      .map(({ name, nameDe, unit, shelfLifeDays }) => ({ name, nameDe, unit, days: shelfLifeDays }));
    if (more.length === 0) continue;
    merged.set(category, [...shelf, ...more]);
    added = true;
  }
  return added ? merged : own;
}

export function useCatalogue(): { catalogue: Catalogue | undefined; failed: boolean; retry: () => void } {
  const [own, setOwn] = useState<Catalogue>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  // What the site knows itself comes first.
  const { data: offered } = useQuery({ ...commonItemsQuery(), enabled: own !== undefined || failed });
  useEffect(() => {
    let here = true;
    loadCatalogue().then(
      (loaded) => here && setOwn(loaded),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [attempt]);
  // Drawn in slices, since it is long.
  const catalogue = useDeferredValue(useMemo(() => own && withServerItems(own, offered), [own, offered]));
  return {
    catalogue,
    failed: failed && own === undefined,
    retry: () => {
      setFailed(false);
      setAttempt(attempt + 1);
    },
  };
}

export function productName(product: Product, language: Language): string {
  return language === "de" ? product.nameDe : product.name;
}

/** Lower case and without accents, so that "creme" finds "Crème fraîche". */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Products whose name in either language contains the words typed; those that begin with them come first. */
export function search(catalogue: Catalogue, text: string, limit: number): { category: string; product: Product }[] {
  const wanted = folded(text);
  if (wanted === "") return [];
  const found: { category: string; product: Product; rank: number }[] = [];
  for (const [category, products] of catalogue) {
    for (const product of products) {
      const places = [product.name, product.nameDe].map((name) => folded(name).indexOf(wanted)).filter((place) => place >= 0);
      if (places.length > 0) found.push({ category, product, rank: places.includes(0) ? 0 : 1 });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, limit);
}
