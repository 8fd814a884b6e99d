import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { commonItemsQuery } from "../../../api/cached/queries";
import type { CommonCategory } from "../../../api/types";
import { loadCatalogue, type Catalogue } from "../../../lib/domain/products";

/**
 * Adds products that only a newer server has to the site's own catalogue. Returns the same object if there are none.
 */
export function withServerItems(own: Catalogue, offered: readonly CommonCategory[] | undefined): Catalogue {
  if (!Array.isArray(offered)) return own;
  const merged = new Map(own);
  let hasAdded = false;
  for (const { category, items } of offered as readonly CommonCategory[]) {
    const products = own.get(category) ?? [];
    const names = new Set(products.map((product) => product.name));
    const more = items
      .filter((item) => !names.has(item.name))
      .map(({ name, nameDe, unit, shelfLifeDays }) => ({ name, names: { de: nameDe }, unit, days: shelfLifeDays }));
    if (more.length === 0) continue;
    merged.set(category, [...products, ...more]);
    hasAdded = true;
  }
  return hasAdded ? merged : own;
}

export function useCatalogue(): { catalogue: Catalogue | undefined; failed: boolean; retry: () => void } {
  const [own, setOwn] = useState<Catalogue>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  // Requested after the site's own catalogue is loaded.
  const { data: offered } = useQuery({ ...commonItemsQuery(), enabled: own !== undefined || failed });
  useEffect(() => {
    let isMounted = true;
    loadCatalogue().then(
      (loaded) => isMounted && setOwn(loaded),
      () => isMounted && setFailed(true),
    );
    return () => {
      isMounted = false;
    };
  }, [attempt]);
  // Deferred, because rendering it takes long.
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
