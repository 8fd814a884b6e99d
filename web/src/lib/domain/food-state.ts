import { dayIndex, expiryAfter } from "./freshness";
import { placeOf, type Storage } from "./places";

/** A change of an item's state, and its time. */
export type FoodEvent = (
  | { event: "opened" | "frozen" | "thawed" }
  /** `place` is the household's own one, which keeps food like `storage`. */
  | { event: "moved"; storage: Storage; place?: string }
  /** Used, so that only this share is left: 0.25, 0.5, 0.75, or 1 for all of it. */
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

/** An item, as far as changes of its state look at it. The server sends their effects in the guide. */
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

/** Food past its use-by date must not be frozen. */
export function isPastUseBy({ dateKind, expiresAt }: Food, now: Date): boolean {
  return dateKind === "use_by" && now.getTime() >= Date.parse(expiresAt);
}

/**
 * Returns an item after a change that the server has not answered yet; undefined for what cannot be done, or is done
 * already. The date of an item without a guide, which the server has not seen, stays until it answers.
 */
export function afterEvent<T extends Food>(item: T, event: FoodEvent, now: Date): T | undefined {
  const from = placeOf(item);
  const after = changed(item, event, from, now);
  if (!after) return undefined;
  const place = event.event === "moved" ? (event.place ?? null) : placeOf(after) === from ? item.place : null;
  return { ...after, place };
}

function changed<T extends Food>(item: T, event: FoodEvent, from: Storage, now: Date): T | undefined {
  if (event.event === "used") {
    const left = event.left === 1 ? null : event.left;
    if (left === (item.left ?? null)) return undefined;
    const opens = left !== null && !item.openedAt && item.guide?.opensWhenUsed;
    return { ...(opens ? opened(item, now) : item), left };
  }
  if (event.event === "opened") return item.openedAt ? undefined : opened(item, now);
  const to = event.event === "moved" ? event.storage : undefined;
  if (to === from) return (event.event === "moved" && event.place) === (item.place ?? undefined) ? undefined : item;
  if (event.event === "frozen" || to === "freezer")
    return from === "freezer" || isPastUseBy(item, now) ? undefined : frozen(item, now);
  if (from === "freezer") return thawed(item, to, now);
  return to && moved(item, from, to, now);
}

function opened<T extends Food>(item: T, now: Date): T {
  const effect = item.guide?.effects.opened;
  const after = inState(item, { openedAt: now.toISOString(), ...(effect && { storage: effect.storage }) });
  return dated(after, "opened", effect, now);
}

function frozen<T extends Food>(item: T, now: Date): T {
  const state = { storage: "freezer", frozenAt: now.toISOString(), expiresBeforeFreezing: item.expiresAt } as const;
  return dated(inState(item, state), "frozen", item.guide?.effects.frozen, now);
}

function thawed<T extends Food>(item: T, to: Storage | undefined, now: Date): T {
  const { frozenAt, expiresBeforeFreezing } = item;
  const effect = item.guide?.effects.thawed;
  const storage = to ?? effect?.storage ?? "fridge";
  const left = frozenAt && expiresBeforeFreezing ? dayIndex(expiresBeforeFreezing, new Date(frozenAt)) : Infinity;
  const after = inState(item, { storage, thawedAt: now.toISOString(), expiresBeforeFreezing: null });
  return dated(after, "thawed", effect && { ...effect, storage, days: Math.max(1, Math.min(effect.days, left)) }, now);
}

function moved<T extends Food>(item: T, from: Storage, to: Storage, now: Date): T {
  const places = item.guide?.effects.moved;
  const [before, there] = [from, to].map((place) => places?.find(({ storage }) => storage === place));
  const after = inState(item, { storage: to }, places);
  if (!before || !there || Date.parse(item.expiresAt) <= now.getTime()) return after;
  const days = (dayIndex(item.expiresAt, now) * there.days) / Math.max(1, before.days);
  return dated(after, "moved", there, now, Math.trunc(days));
}

/** Returns an item in another state, with the effects that hold in that one too. */
function inState<T extends Food>(item: T, state: Partial<Food>, places?: Effect[]): T {
  const { guide } = item;
  const { frozen, thawed } = guide?.effects ?? {};
  const effects = { frozen, thawed, ...(places && { moved: places }) };
  return { ...item, ...state, ...(guide && { guide: { ...guide, effects } }) };
}

/** Returns an item with the date of an effect. Opening only shortens it, and freezing only lengthens it. */
function dated<T extends Food>(
  item: T,
  because: Because,
  effect: Effect | null | undefined,
  now: Date,
  days = effect?.days,
): T {
  if (!effect || days === undefined) return item;
  const expiresAt = expiryAfter(days, now);
  const later = Date.parse(expiresAt) - Date.parse(item.expiresAt);
  if ((because === "opened" && later >= 0) || (because === "frozen" && later <= 0)) return item;
  return { ...item, expiresAt, expiresOn: null, expiryReason: { because, ...effect } };
}
