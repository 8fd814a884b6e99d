export const TABS = ["scan", "items", "history", "archived"] as const;
export type TabName = (typeof TABS)[number];

export const LIST_HREF = "/shopping-list";
/** The scan tab with the sheet that asks how to add an item; `=hand` and `=barcode` are its choices. */
export const ADD_HREF = "/?tab=scan&add";

/** Returns the tab of an address; My Items if it has none. */
export function tabOf(search: URLSearchParams): TabName {
  const value = search.get("tab");
  return TABS.find((name) => name === value) ?? "items";
}

export function tabHref(name: TabName): string {
  return `/?tab=${name}`;
}
