import { daysUntil, expiryAfter, freshnessAt } from "./freshness";
import { placeOf, type Storage } from "./places";

/** A change of an item's state, and its time. */
export type FoodEvent = (
  | { event: "opened" | "frozen" | "thawed" }
  /** `place` is an own place, which keeps food like `storage`. */
  | { event: "moved"; storage: Storage; place?: string }
  /** `left` is the remaining share: 0.25, 0.5, 0.75 or 1. */
  | { event: "used"; left: number }
) & { at?: string };

type Because = "kept" | "opened" | "frozen" | "thawed" | "moved";
interface Effect {
  storage: Storage;
  days: number;
  source: "larder" | "foodkeeper" | "usda" | "estimate";
}
interface Effects {
  opened?: Effect | null;
  frozen: Effect;
  thawed: Effect;
  moved?: Effect[];
}

/** The fields of an item that events use. The server sends the events' effects in the guide. */
export interface Food {
  category: string;
  storage?: Storage | undefined;
  place?: string | null;
  expiresAt: string;
  expiresOn?: string | null;
  dateKind?: "estimate" | "best_before" | "use_by" | null;
  openedAt?: string | null;
  frozenAt?: string | null;
  thawedAt?: string | null;
  expiresBeforeFreezing?: string | null;
  expiryReason?: (Effect & { because: Because }) | null;
  left?: number | null;
  guide?: { effects: Effects; opensWhenUsed: boolean } | null;
}

/** Returns true for food past its use-by date, which must not be frozen. */
export function isPastUseBy(item: Food, now: Date): boolean {
  return item.dateKind === "use_by" && freshnessAt(item, now) === "expired";
}

/**
 * Returns an item after an event, for the time until the server responds; undefined if the event is impossible or has
 * no effect. An item without a guide, which is not on the server yet, keeps its date.
 */
export function afterEvent<T extends Food>(item: T, event: FoodEvent, now: Date): T | undefined {
  const from = placeOf(item);
  const after = itemAfter(item, event, from, now);
  if (!after) return undefined;
  const place = event.event === "moved" ? (event.place ?? null) : placeOf(after) === from ? item.place : null;
  return { ...after, place };
}

function itemAfter<T extends Food>(item: T, event: FoodEvent, from: Storage, now: Date): T | undefined {
  if (event.event === "used") {
    const left = event.left === 1 ? null : event.left;
    if (left === (item.left ?? null)) return undefined;
    const opens = left !== null && !item.openedAt && item.guide?.opensWhenUsed;
    return { ...(opens ? openedItem(item, now) : item), left };
  }
  if (event.event === "opened") return item.openedAt ? undefined : openedItem(item, now);
  if (event.event === "moved" && event.storage === from)
    return (event.place ?? null) === (item.place ?? null) ? undefined : item;
  const to = event.event === "moved" ? event.storage : undefined;
  if (event.event === "frozen" || to === "freezer")
    return from === "freezer" || isPastUseBy(item, now) ? undefined : frozenItem(item, now);
  if (from === "freezer") return thawedItem(item, to, now);
  return to && movedItem(item, from, to, now);
}

function openedItem<T extends Food>(item: T, now: Date): T {
  const effect = item.guide?.effects.opened;
  const after = withState(item, { openedAt: now.toISOString(), ...(effect && { storage: effect.storage }) });
  return withExpiry(after, "opened", effect, now);
}

function frozenItem<T extends Food>(item: T, now: Date): T {
  const state = { storage: "freezer", frozenAt: now.toISOString(), expiresBeforeFreezing: item.expiresAt } as const;
  return withExpiry(withState(item, state), "frozen", item.guide?.effects.frozen, now);
}

function thawedItem<T extends Food>(item: T, to: Storage | undefined, now: Date): T {
  const { frozenAt, expiresBeforeFreezing } = item;
  const effect = item.guide?.effects.thawed;
  const storage = to ?? effect?.storage ?? "fridge";
  const left =
    frozenAt && expiresBeforeFreezing ? daysUntil({ expiresAt: expiresBeforeFreezing }, new Date(frozenAt)) : Infinity;
  const after = withState(item, { storage, thawedAt: now.toISOString(), expiresBeforeFreezing: null });
  return withExpiry(
    after,
    "thawed",
    effect && { ...effect, storage, days: Math.max(1, Math.min(effect.days, left)) },
    now,
  );
}

function movedItem<T extends Food>(item: T, from: Storage, to: Storage, now: Date): T {
  const effects = item.guide?.effects.moved;
  const [oldEffect, newEffect] = [from, to].map((place) => effects?.find(({ storage }) => storage === place));
  const after = withState(item, { storage: to }, effects);
  if (!oldEffect || !newEffect || freshnessAt(item, now) === "expired") return after;
  const days = (daysUntil(item, now) * newEffect.days) / Math.max(1, oldEffect.days);
  return withExpiry(after, "moved", newEffect, now, Math.trunc(days));
}

/** Returns an item in another state, with only the effects that still apply. */
function withState<T extends Food>(item: T, state: Partial<Food>, moved?: Effect[]): T {
  const { guide } = item;
  const { frozen, thawed } = guide?.effects ?? {};
  const effects = { frozen, thawed, ...(moved && { moved }) };
  return { ...item, ...state, ...(guide && { guide: { ...guide, effects } }) };
}

/** Returns an item with the expiry date of an effect. Opening never makes it later, and freezing never earlier. */
function withExpiry<T extends Food>(
  item: T,
  because: Because,
  effect: Effect | null | undefined,
  now: Date,
  days = effect?.days,
): T {
  if (!effect || days === undefined) return item;
  const expiresAt = expiryAfter(days, now);
  const addedMs = Date.parse(expiresAt) - Date.parse(item.expiresAt);
  if ((because === "opened" && addedMs >= 0) || (because === "frozen" && addedMs <= 0)) return item;
  return { ...item, expiresAt, expiresOn: null, expiryReason: { because, ...effect } };
}
