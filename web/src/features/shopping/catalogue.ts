import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { commonItemsQuery } from "../../api/cached/queries";
import type { CommonCategory } from "../../api/types";
import { loadCatalogue, type Catalogue } from "../../lib/domain/products";

/**
 * Adds the server's products to the site's own: a newer server may know more than an old page. Returns the same object
 * if it does not.
 */
export function withServerItems(own: Catalogue, offered: readonly CommonCategory[] | undefined): Catalogue {
  if (!Array.isArray(offered)) return own;
  const merged = new Map(own);
  let added = false;
  for (const { category, items } of offered as readonly CommonCategory[]) {
    const shelf = own.get(category) ?? [];
    const names = new Set(shelf.map((product) => product.name));
    const more = items
      .filter((item) => !names.has(item.name))
      .map(({ name, nameDe, unit, shelfLifeDays }) => ({ name, names: { de: nameDe }, unit, days: shelfLifeDays }));
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
  // The site's own data comes first.
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
