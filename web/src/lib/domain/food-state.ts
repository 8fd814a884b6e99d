import { dayIndex, expiryAfter } from "./freshness";
import { daysIn, type StorageGuide, type Source, type Span } from "./storage-guide";
import type { Storage } from "./places";

/**
 * The effect of opening, freezing, thawing, moving and using up on an item's date: the rules of
 * `shared/domain/src/food_state.rs`, for unsent changes. `shared/data/food-states.golden.json` tests both.
 */
export type FoodEvent = (
  | { event: "opened" | "frozen" | "thawed" }
  /** `place` is the household's own one, which keeps food like `storage`. */
  | { event: "moved"; storage: Storage; place?: string }
  /** Used, so that only this share is left: 0.25, 0.5, 0.75, or 1 for all of it. */
  | { event: "used"; left: number }
) & { /** When it was done. */ at?: string };
type Because = "kept" | "opened" | "frozen" | "thawed" | "moved";
export interface ExpiryReason {
  because: Because;
  days: number;
  storage: Storage;
  source: Source;
}

/** The changes of an event. */
export interface FoodState {
  storage: Storage;
  place?: string | null;
  expiresAt: string;
  openedAt?: string | null;
  frozenAt?: string | null;
  thawedAt?: string | null;
  expiresBeforeFreezing?: string | null;
  expiryReason?: ExpiryReason | null;
  left?: number | null;
}

/** A thing, as far as the rules look at it. */
export interface Food extends Omit<FoodState, "storage"> {
  storage?: Storage | undefined;
  dateKind?: "estimate" | "best_before" | "use_by" | null;
  quantity?: number;
  unit?: string;
}

/** Undefined for what cannot be done, or is done already. */
export function afterEvent(item: Food, event: FoodEvent, keeps: StorageGuide, now: Date): FoodState | undefined {
  const storage = item.storage ?? keeps.storage;
  const present = item.place ?? null;
  const after = dated(item, storage, event, keeps, now);
  if (event.event !== "moved") return after && { ...after, place: after.storage === storage ? present : null };
  const place = event.place ?? null;
  if (after) return { ...after, place };
  // It keeps as before there.
  return event.storage === storage && place !== present ? { ...stateOf(item, storage), place } : undefined;
}

/** Returns the state after an event, without the own place. */
function dated(item: Food, place: Storage, event: FoodEvent, keeps: StorageGuide, now: Date): FoodState | undefined {
  if (event.event === "used") return used(item, place, event.left, keeps, now);
  const to = event.event === "moved" ? event.storage : undefined;
  if (event.event === "opened") return item.openedAt ? undefined : opened(item, place, keeps, now);
  if (event.event === "frozen" || to === "freezer") {
    if (place === "freezer" || (item.dateKind === "use_by" && now.getTime() >= Date.parse(item.expiresAt)))
      return undefined;
    return frozen(item, keeps, now);
  }
  if (place === "freezer") return thawed(item, to ?? (keeps.storage === "counter" ? "counter" : "fridge"), keeps, now);
  return to === undefined || to === place ? undefined : moved(item, place, to, keeps, now);
}

function because(state: FoodState, reason: Because, span: Span, until: string): FoodState {
  return {
    ...state,
    expiresAt: until,
    expiryReason: { because: reason, days: span.days, storage: state.storage, source: span.source },
  };
}

function opened(item: Food, place: Storage, keeps: StorageGuide, now: Date): FoodState {
  const state = { ...stateOf(item, place), openedAt: now.toISOString() };
  if (!keeps.opened || place === "freezer") return state;
  const kept = { ...state, storage: keeps.opened.storage === "fridge" ? ("fridge" as const) : place };
  const until = expiryAfter(keeps.opened.days, now);
  return Date.parse(until) < Date.parse(item.expiresAt) ? because(kept, "opened", keeps.opened, until) : kept;
}

const MEASURES: readonly (string | undefined)[] = ["g", "kg", "ml", "cl", "l", "oz", "lb"];

/** Returns true for one package used bit by bit (a bottle, a kilogram of flour), and false for four tubs. */
function isOnePackage({ quantity = 1, unit }: Food): boolean {
  return quantity <= 1 || MEASURES.includes(unit);
}

function used(item: Food, place: Storage, share: number, keeps: StorageGuide, now: Date): FoodState | undefined {
  const left = share === 1 ? null : share;
  if (left === (item.left ?? null)) return undefined;
  const opens = left !== null && !item.openedAt && isOnePackage(item);
  return { ...(opens ? opened(item, place, keeps, now) : stateOf(item, place)), left };
}

function frozen(item: Food, keeps: StorageGuide, now: Date): FoodState {
  const state = { ...stateOf(item, "freezer"), frozenAt: now.toISOString(), expiresBeforeFreezing: item.expiresAt };
  const until = expiryAfter(keeps.frozen.days, now);
  return Date.parse(until) > Date.parse(item.expiresAt) ? because(state, "frozen", keeps.frozen, until) : state;
}

function thawed(item: Food, to: Storage, keeps: StorageGuide, now: Date): FoodState {
  const { openedAt, frozenAt, expiresBeforeFreezing } = item;
  const most = [keeps.thawed.days];
  if (frozenAt && expiresBeforeFreezing) most.push(dayIndex(expiresBeforeFreezing, new Date(frozenAt)));
  if (openedAt && keeps.opened) most.push(keeps.opened.days);
  const days = Math.max(1, Math.min(...most));
  const state = { ...stateOf(item, to), thawedAt: now.toISOString(), expiresBeforeFreezing: null };
  return because(state, "thawed", { ...keeps.thawed, days }, expiryAfter(days, now));
}

function moved(item: Food, from: Storage, to: Storage, keeps: StorageGuide, now: Date): FoodState {
  const state = stateOf(item, to);
  const [before, after] = [daysIn(keeps, from), daysIn(keeps, to)];
  const isPast = Date.parse(item.expiresAt) <= now.getTime();
  const estimated = (item.dateKind ?? "estimate") === "estimate" && !item.openedAt && !item.thawedAt;
  if (before === undefined || after === undefined || !estimated || isPast) return state;
  const source = keeps.source === "estimate" ? "estimate" : "foodkeeper";
  const left = Math.trunc((dayIndex(item.expiresAt, now) * after) / Math.max(1, before));
  return because(state, "moved", { days: after, source }, expiryAfter(left, now));
}

/** The part of a thing that events change, in a place. */
function stateOf(
  { expiresAt, openedAt, frozenAt, thawedAt, expiresBeforeFreezing, expiryReason, left }: Food,
  storage: Storage,
): FoodState {
  return {
    storage,
    expiresAt,
    openedAt: openedAt ?? null,
    frozenAt: frozenAt ?? null,
    thawedAt: thawedAt ?? null,
    expiresBeforeFreezing: expiresBeforeFreezing ?? null,
    expiryReason: expiryReason ?? null,
    left: left ?? null,
  };
}
