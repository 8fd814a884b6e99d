import { outbox } from "../../../api/outbox/outbox";

/**
 * Moves the aisles `moved` to their position in `aisles`. Without `moved` sets the whole order; an empty one is the
 * default order.
 */
export function setAisles(aisles: readonly string[], moved?: ReadonlySet<string>): void {
  const preferences = { aisles: [...aisles], ...(moved && { movedAisles: [...moved] }) };
  void outbox.submit({ kind: "preferences.update", preferences });
}

/** Turns on or off that used-up items are added to the list. */
export function setListUsedUp(listUsedUp: boolean): void {
  void outbox.submit({ kind: "preferences.update", preferences: { listUsedUp } });
}
