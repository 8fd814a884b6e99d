export const TABS = ["scan", "items", "history", "archived"] as const;
export type TabName = (typeof TABS)[number];

/** The shopping list's own entry. */
export const LIST_HREF = "/shopping-list";
/** The scan tab with the question how to add something; `=hand` and `=barcode` are answers to it. */
export const ADD_HREF = "/?tab=scan&add";

/** The tab an address names; without one, what is in the larder. */
export function tabOf(search: URLSearchParams): TabName {
  const value = search.get("tab");
  return TABS.find((name) => name === value) ?? "items";
}

export function tabHref(name: TabName): string {
  return `/?tab=${name}`;
}
