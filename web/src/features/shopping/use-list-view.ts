import { storage } from "../../../lib/browser/storage";

/** The storage key of the last used view; at first it is Browse (specification §2). */
const LAST_VIEW = "larder.list-view";

export type ListView = "browse" | "list";

/** Returns the view that the address names. Otherwise a list with pending rows is shown, or else the last used view. */
export function viewOf(search: URLSearchParams, hasPending: boolean): ListView {
  const view = search.get("view") ?? (hasPending ? "list" : storage.get(LAST_VIEW));
  return view === "list" ? "list" : "browse";
}

export function rememberView(view: ListView): void {
  storage.set(LAST_VIEW, view);
}
