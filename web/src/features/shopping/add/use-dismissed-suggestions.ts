import { useMemo, useState } from "react";
import { useToday } from "../../../lib/time/clock";
import { dayField, dayNumber } from "../../../lib/domain/freshness";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { storage } from "../../../lib/browser/storage";

/** The storage key of the dismissed foods, each with the day of its dismissal. */
const KEY = "larder.put-off";
/** The period of the likelihood of a purchase, in which a dismissed suggestion is not shown again. */
const DISMISSED_DAYS = 7;

/** Returns the foods of dismissed suggestions, and a function that dismisses one on this device for a week. */
export function useDismissedSuggestions(): readonly [ReadonlySet<FoodKey>, (name: string) => void] {
  const today = dayNumber(dayField(useToday()));
  const [days, setDays] = useState(readDays);
  const names = useMemo(
    () => new Set([...days].filter(([, day]) => day > today - DISMISSED_DAYS).map(([name]) => name)),
    [days, today],
  );
  const dismiss = (name: string) => {
    const next = new Map([...days].filter(([known]) => names.has(known))).set(sameFoodKey(name), today);
    storage.set(KEY, JSON.stringify([...next]));
    setDays(next);
  };
  return [names, dismiss];
}

/** Returns the day of each dismissal. An entry of an earlier version, which stored names, applies if the name is the key. */
function readDays(): ReadonlyMap<FoodKey, number> {
  try {
    return new Map(JSON.parse(storage.get(KEY) ?? "[]") as [FoodKey, number][]);
  } catch {
    return new Map();
  }
}
