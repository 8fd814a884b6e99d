import type { ShoppingListItem } from "../types";

/** Changes to the list by others since the last poll. */
export interface Activity {
  readonly kind: "added" | "ticked" | "unticked" | "changed";
  /** The device's id. */
  readonly by: string;
  readonly name: string;
  /** The part of the activity that this device caused. */
  readonly count: number;
}

/**
 * Compares two states of the list, without the changes of this device (`self`). Undefined if others changed nothing
 * worth announcing.
 */
export function activityOf(
  before: readonly ShoppingListItem[],
  now: readonly ShoppingListItem[],
  self: string | undefined,
): Activity | undefined {
  const known = new Map(before.map((item) => [item.id, item]));
  const found = now.flatMap((item): Activity[] => {
    const by = item.changedBy;
    const old = known.get(item.id);
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
  const same = found.filter(({ by }) => by === last.by);
  // Equal changes count once: a line on the screen may combine several rows.
  const one = same.every(({ name, kind }) => name.toLowerCase() === last.name.toLowerCase() && kind === last.kind);
  return one ? last : { ...last, kind: "changed", count: same.length };
}
