import type { Change } from "../../api/outbox/changes";
import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import type { Setting, ShoppingListItem } from "../../api/types";

/** Returns the description of a change for the user. */
export function describeChange({ kinds, something, uncheck, settings }: Sentences["outbox"], change: Change): string {
  if (change.kind === "items.deleteByStatus" || change.kind === "list.import")
    return kinds[change.kind](countOf(change));
  if (change.kind === "preferences.update") {
    const { changedPlace, removedPlace, ...preferences } = change.preferences;
    // Each setting has a name.
    const names: Readonly<Record<Setting, string>> = settings;
    const setting = changedPlace || removedPlace ? "places" : (Object.keys(preferences)[0] as Setting | undefined);
    return (setting && names[setting]) ?? something;
  }
  const text = change.kind === "list.toggle" && !change.isCompleted ? uncheck : kinds[change.kind];
  return typeof text === "string" ? text : text(nameOf(change) ?? something);
}

function nameOf(change: Change): string | undefined {
  if ("item" in change && change.item) return change.item.name;
  if (!("id" in change)) return undefined;
  return queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList)?.find(({ id }) => id === change.id)
    ?.name;
}

function countOf(change: Change): number {
  if (change.kind === "list.import") return change.items.length;
  return "ids" in change ? (change.ids?.length ?? 0) : 0;
}
