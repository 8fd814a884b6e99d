import type { GroceryItem } from "../../../api/types";
import { afterEvent } from "../../../lib/domain/food-state";
import { expiryDate } from "../../../lib/domain/freshness";
import { placeOf, type Storage } from "../../../lib/domain/places";

const DAY_MS = 86_400_000;

/** Advice to keep an item longer. */
interface KeepingAdvice {
  /** The day until which it keeps if it is frozen now. */
  readonly freezeUntil?: Date;
  /** It can be frozen, but loses quality. */
  readonly freezesBadly: boolean;
  /** A storage place in which it keeps longer, and until when. */
  readonly move?: { readonly storage: Storage; readonly until: Date };
  /** Its usual storage place, if it is in another one. */
  readonly keepIn?: Storage;
  /** The days that it keeps after it is opened, if that is shorter. */
  readonly opened?: number;
}

/** Returns the advice for an item, by its storage guide. */
export function keepingAdvice(item: GroceryItem, now: Date): KeepingAdvice {
  const { usual, effects, freezesBadly } = item.guide ?? {};
  const place = placeOf(item);
  const expires = Date.parse(item.expiresAt);
  // A thawed item is only frozen again once it is cooked.
  const frozen = item.thawedAt ? undefined : afterEvent(item, { event: "frozen" }, now);
  const storage = effects?.moved?.find((other) => other.storage !== place && other.storage !== "freezer")?.storage;
  const moved = storage && afterEvent(item, { event: "moved", storage }, now);
  const isLonger = (after: GroceryItem | undefined) => after !== undefined && Date.parse(after.expiresAt) > expires;
  const opened = effects?.opened?.days;
  return {
    freezesBadly: frozen !== undefined && freezesBadly === true,
    ...(frozen && isLonger(frozen) && { freezeUntil: expiryDate(frozen) }),
    ...(storage && moved && isLonger(moved) && { move: { storage, until: expiryDate(moved) } }),
    ...(usual && place !== usual.storage && place !== "freezer" && { keepIn: usual.storage }),
    ...(opened !== undefined && now.getTime() + opened * DAY_MS < expires && { opened }),
  };
}
