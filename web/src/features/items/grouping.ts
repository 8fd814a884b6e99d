import type { GroceryItem } from "../../api/types";
import { ownPlaceOf, placeOf, type OwnPlace } from "../../lib/domain/places";

/** Equal items in one card; a tap is about the first. */
export interface ItemGroup {
  /** Stays when one of them leaves. */
  readonly key: string;
  readonly first: GroceryItem;
  /** The name of the household's own place that they are in. */
  readonly place?: string | undefined;
  /** All of them, in the order of the list. */
  readonly items: readonly GroceryItem[];
}

/**
 * Equal to who looks into the cupboard: called the same, kept in the same place, and as much begun. Their days may
 * differ.
 */
function sameness(item: GroceryItem, own: OwnPlace | undefined): string {
  const { name, category, unit, openedAt, thawedAt, left } = item;
  return JSON.stringify([
    name.trim().toLowerCase(),
    category,
    unit,
    own?.id ?? placeOf(item),
    Boolean(openedAt),
    Boolean(thawedAt),
    left ?? 1,
  ]);
}

export function groupItems(items: readonly GroceryItem[], own?: readonly OwnPlace[]): readonly ItemGroup[] {
  const groups = new Map<string, GroceryItem[]>();
  for (const item of items) {
    const same = sameness(item, ownPlaceOf(item, own));
    const group = groups.get(same);
    if (group) group.push(item);
    else groups.set(same, [item]);
  }
  return Array.from(groups, ([key, members]) => {
    // The earliest is eaten first, in whatever order the list is.
    const [first, ...rest] = [...members].sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
    if (!first) throw new Error("A group without a thing in it.");
    return { key, first, place: ownPlaceOf(first, own)?.name, items: [first, ...rest] };
  });
}

/** Returns true if a card shows the same as before: the server's answers create new lists of equal items. */
export function isSameGroup(a: ItemGroup, b: ItemGroup): boolean {
  return (
    a === b ||
    (a.place === b.place &&
      a.items.length === b.items.length &&
      a.items.every((item, index) => item === b.items[index]))
  );
}
