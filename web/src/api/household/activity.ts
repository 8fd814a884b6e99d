import { sameFoodKey } from "../../lib/domain/food-name";
import type { ShoppingListItem } from "../types";

/** The changes of one other device to the list since the last poll. */
export interface Activity {
  readonly kind: "added" | "ticked" | "unticked" | "changed";
  /** The device's id. */
  readonly by: string;
  /** The name of the changed row; of the last one on the list if there are several. */
  readonly name: string;
  /** The number of rows that the device changed. */
  readonly count: number;
}

/**
 * Returns the changes between two states of the list by one other device: the one that changed the last of the changed
 * rows. `self` is this device's id.
 */
export function activityOf(
  before: readonly ShoppingListItem[],
  now: readonly ShoppingListItem[],
  self: string | undefined,
): Activity | undefined {
  const previous = new Map(before.map((item) => [item.id, item]));
  const found = now.flatMap((item): Activity[] => {
    const by = item.changedBy;
    const old = previous.get(item.id);
    if (!by || by === self || (old && old.version === item.version) || (old && old.version === undefined)) return [];
    const kind = !old
      ? "added"
      : item.isCompleted === old.isCompleted
        ? "changed"
        : item.isCompleted
          ? "ticked"
          : "unticked";
    return [{ kind, by, name: item.name, count: 1 }];
  });
  const last = found.at(-1);
  if (!last) return undefined;
  const ofDevice = found.filter(({ by }) => by === last.by);
  // Equal changes count once: a line on the screen may combine several rows.
  const areEqual = ofDevice.every(
    ({ name, kind }) => sameFoodKey(name) === sameFoodKey(last.name) && kind === last.kind,
  );
  return areEqual ? last : { ...last, kind: "changed", count: ofDevice.length };
}
