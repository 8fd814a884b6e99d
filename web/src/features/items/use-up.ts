import type { GroceryItem } from "../../api/types";
import { afterEvent } from "../../lib/domain/food-state";
import { storageGuideOf } from "../../lib/domain/storage-guide";
import { placeOf, type Storage } from "../../lib/domain/places";

const DAY_MS = 86_400_000;

/** What can be done with an item before it expires. */
export interface Advice {
  /** The day until which it keeps if it is frozen now. */
  readonly freezeUntil?: string;
  /** It can be frozen, but loses quality. */
  readonly freezesBadly: boolean;
  /** Where it keeps longer than where it lies, and until when. */
  readonly move?: { readonly storage: Storage; readonly until: string };
  /** Where it is kept best; absent if it lies there. */
  readonly keepIn?: Storage;
  /** The days that it keeps once it is opened; absent if it is open, or would not keep longer unopened. */
  readonly opened?: number;
}

/** Returns what the tables of how long food keeps advise for an item. */
export function adviceFor(item: GroceryItem, now: Date): Advice {
  const keeps = storageGuideOf(item);
  const { opened } = keeps;
  const place = placeOf(item);
  const expires = Date.parse(item.expiresAt);
  // What was thawed before is only frozen again once it is cooked.
  const frozen = item.thawedAt ? undefined : afterEvent(item, { event: "frozen" }, keeps, now);
  const other = keeps.elsewhere?.[0];
  const storage = place === keeps.storage ? other : keeps.storage;
  const moved =
    storage === undefined || storage === "freezer" || place === "freezer"
      ? undefined
      : afterEvent(item, { event: "moved", storage }, keeps, now);
  const isLonger = (state: { expiresAt: string } | undefined) =>
    state !== undefined && Date.parse(state.expiresAt) > expires;
  return {
    freezesBadly: frozen !== undefined && keeps.freezesBadly,
    ...(frozen && isLonger(frozen) && { freezeUntil: frozen.expiresAt }),
    ...(storage !== undefined && moved && isLonger(moved) && { move: { storage, until: moved.expiresAt } }),
    ...(place !== keeps.storage && place !== "freezer" && { keepIn: keeps.storage }),
    ...(!item.openedAt && opened && now.getTime() + opened.days * DAY_MS < expires && { opened: opened.days }),
  };
}
