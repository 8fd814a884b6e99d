import { GROUPED } from "../../../api/item-fields";
import type { GroceryItem } from "../../../api/types";
import { foodCategory } from "../../../lib/domain/catalogue";
import { sameFoodKey } from "../../../lib/domain/food-name";
import { ownPlaceOf, placeOf, type OwnPlace } from "../../../lib/domain/places";

/** Equal items, which share a card. Its actions apply to the first. */
export interface ItemGroup {
  /** Stays the same if one of the items is removed. */
  readonly key: string;
  readonly first: GroceryItem;
  /** The name of their own place, if they are in one. */
  readonly place?: string | undefined;
  /** All items of the group, the earliest expiry first. */
  readonly items: readonly GroceryItem[];
}

function groupValue(item: GroceryItem, { field, group }: (typeof GROUPED)[number]): unknown {
  switch (group) {
    case "food":
      return sameFoodKey(item.name);
    case "category":
      return foodCategory(item.category);
    case "set":
      return Boolean(item[field]);
    case "value":
      return item[field] ?? null;
  }
}

/** Returns a key that is the same for equal items in one place. */
function groupKey(item: GroceryItem, own: OwnPlace | undefined): string {
  const values = GROUPED.map((grouped) => groupValue(item, grouped));
  return JSON.stringify([own?.id ?? placeOf(item), ...values]);
}

/** Groups equal items. A group has the position of the first of its items in the list. */
export function groupItems(items: readonly GroceryItem[], own?: readonly OwnPlace[]): readonly ItemGroup[] {
  const groups = new Map<string, GroceryItem[]>();
  for (const item of items) {
    const key = groupKey(item, ownPlaceOf(item, own));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return Array.from(groups, ([key, members]) => {
    const [first, ...rest] = [...members].sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
    if (!first) throw new Error("A group without an item.");
    return { key, first, place: ownPlaceOf(first, own)?.name, items: [first, ...rest] };
  });
}

/** Returns true if two groups have the same item objects. Each answer of the server creates new groups. */
export function isSameGroup(a: ItemGroup, b: ItemGroup): boolean {
  return (
    a === b ||
    (a.place === b.place &&
      a.items.length === b.items.length &&
      a.items.every((item, index) => item === b.items[index]))
  );
}
