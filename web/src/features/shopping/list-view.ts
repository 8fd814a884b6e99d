import { storage } from "../../lib/browser/storage";

/** The storage key of the last used view; at first it is Browse (specification §2). */
const LAST_VIEW = "larder.list-view";

export type ListView = "browse" | "list";

/** Returns the view that the address names, or the last used one. */
export function viewOf(search: URLSearchParams): ListView {
  const view = search.get("view") ?? storage.get(LAST_VIEW);
  return view === "list" ? "list" : "browse";
}

export function rememberView(view: ListView): void {
  storage.set(LAST_VIEW, view);
}
