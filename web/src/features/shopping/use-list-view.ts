import { useEffect } from "react";
import { useIsLooker } from "../../api/household/role";
import type { ShoppingListItem } from "../../api/types";
import { storage } from "../../lib/browser/storage";
import { useSearchParams } from "../../lib/navigation/router";

/** The storage key of the last used view; at first it is Browse (specification §2). */
const LAST_VIEW = "larder.list-view";

export type ListView = "browse" | "list";

/** Returns the view that the address names. Otherwise a list with pending rows is shown, or else the last used view. */
export function viewOf(search: URLSearchParams, hasPending: boolean): ListView {
  const view = search.get("view") ?? (hasPending ? "list" : storage.get(LAST_VIEW));
  return view === "list" ? "list" : "browse";
}

/** Returns the view of the shopping list and whether it is in shop mode, and functions that change the address. */
export function useListView(items: readonly ShoppingListItem[] | undefined) {
  const isLooker = useIsLooker();
  const [search, setSearch] = useSearchParams();
  const hasPending = items?.some(({ isCompleted }) => !isCompleted) ?? false;
  const view = isLooker ? "list" : viewOf(search, hasPending);
  const hasView = search.has("view");
  const isLoaded = items !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    storage.set(LAST_VIEW, view);
    // Stores the view in the history, so that it does not follow the rows, and a step back leads to it.
    if (!hasView) setSearch(() => new URLSearchParams({ view }), { replace: true });
  }, [view, hasView, isLoaded, setSearch]);
  return {
    view,
    isShopping: view === "list" && search.has("shop"),
    openView: (next: ListView) => setSearch(() => new URLSearchParams({ view: next })),
    openShop: () => setSearch(() => new URLSearchParams({ view: "list", shop: "" })),
  };
}
