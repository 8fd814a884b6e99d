import { useState } from "react";
import { usePlaces } from "../../../api/settings/own-places";
import { useSearchParams } from "../../../lib/navigation/router";
import { FILTERS, SORTS, type ItemsView } from "./selection";

/** The default values, which the address omits. */
const DEFAULTS = { filter: "all", day: null, place: null, sort: "expiry" } as const;

/** The part of the view that is stored in the address. */
type Chosen = Required<Pick<ItemsView, "filter" | "day" | "place" | "sort" | "due">>;

export type ItemsViewState = ReturnType<typeof useItemsView>;

/** Returns the view by the address and the search field. `onSelect` is called before the user changes it. */
export function useItemsView(onSelect: () => void) {
  const places = usePlaces();
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState<string | null>(null);
  const day = search.get("day");
  const chosen: Chosen = {
    filter: FILTERS.find((name) => name === search.get("filter")) ?? DEFAULTS.filter,
    day: day !== null && /^[0-6]$/.test(day) ? Number(day) : null,
    place: places.find(({ id }) => id === search.get("place")) ?? null,
    sort: SORTS.find((name) => name === search.get("sort")) ?? DEFAULTS.sort,
    // The link of a reminder: all expiring and expired items.
    due: search.get("due") !== null,
  };
  const select = (next: Partial<Omit<Chosen, "due">>) => {
    onSelect();
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("due");
        for (const name of ["filter", "day", "place", "sort"] as const) {
          const value = next[name];
          if (value === undefined) continue;
          if (value === DEFAULTS[name]) after.delete(name);
          else after.set(name, String(typeof value === "object" ? value?.id : value));
        }
        return after;
      },
      { replace: true },
    );
  };
  return { ...chosen, places, typed, setTyped, searched: typed?.trim() ?? "", select };
}
