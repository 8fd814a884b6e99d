import data from "virtual:storage-guide";
import { trackerCategory } from "./catalogue";
import { usualPlace, type Storage } from "./places";

/**
 * Shelf lives after opening, freezing, thawing or moving, from `shared/data`, chosen as in
 * `shared/domain/src/storage_guide.rs`.
 */
export type Source = "larder" | "foodkeeper" | "usda" | "estimate";

export interface Span {
  readonly days: number;
  readonly source: Source;
  readonly storage?: Storage | undefined;
}

export interface StorageGuide {
  /** The usual storage place, and its days from purchase, if known. */
  readonly storage: Storage;
  readonly days?: number | undefined;
  /** The source's range, if it has one. */
  readonly range?:
    { readonly from: number; readonly to: number; readonly unit: "days" | "weeks" | "months" | "years" } | undefined;
  readonly source: Source;
  readonly opened?: Span | undefined;
  readonly frozen: Span;
  /** Freezing spoils its quality. */
  readonly freezesBadly: boolean;
  readonly thawed: Span;
  readonly elsewhere?: readonly [Storage, number] | undefined;
}

const FROZEN: Span = { days: 90, source: "estimate" };
const FREEZES_BADLY = 30;
const THAWED: Span = { days: 3, source: "estimate" };

const span = (entry: readonly [number, Source, Storage?] | undefined): Span | undefined =>
  entry && { days: entry[0], source: entry[1], storage: entry[2] };

export function storageGuideOf(item: { kind?: string | null; category: string }): StorageGuide {
  const category = trackerCategory(item.category);
  const named = item.kind ? data.kinds[item.kind] : undefined;
  // A person who put it into another category knows better.
  const kind = named?.[0] === category ? named : undefined;
  const own = kind && item.kind ? data.states[item.kind] : undefined;
  const general = data.states[category];
  const frozen = span(own?.f ?? general?.f) ?? FROZEN;
  const freezesBadly = frozen.days === 0;
  return {
    storage: kind?.[1] ?? usualPlace(category),
    days: kind?.[2],
    range: rangeOf(kind),
    source: kind?.[3] ?? "estimate",
    opened: span((kind ? own : general)?.o),
    frozen: freezesBadly ? { ...frozen, days: FREEZES_BADLY } : frozen,
    freezesBadly,
    thawed: span(own?.t ?? general?.t) ?? THAWED,
    elsewhere: own?.p,
  };
}

function rangeOf(kind: (typeof data.kinds)[string] | undefined): StorageGuide["range"] {
  const [, , , , from, to, unit] = kind ?? [];
  return from === undefined || to === undefined || unit === undefined ? undefined : { from, to, unit };
}

/** The days that it keeps in a place from the purchase, where they are known. */
export function daysIn(keeps: StorageGuide, place: Storage): number | undefined {
  if (place === keeps.storage) return keeps.days;
  return keeps.elsewhere?.[0] === place ? keeps.elsewhere[1] : undefined;
}
