import { useMemo, useState } from "react";
import { useToday } from "../../lib/time/clock";
import { folded } from "../../lib/domain/search";
import { storage } from "../../lib/browser/storage";
import { dayNumber } from "./purchase-likelihood";

const KEY = "larder.put-off";
/** The likelihood's horizon. */
const PUT_OFF_DAYS = 7;

/** Returns the (folded) names of foods that this device leaves out of the suggestions, and leaves out another for a week. */
export function usePutOff(): readonly [ReadonlySet<string>, (name: string) => void] {
  const today = dayNumber(useToday());
  const [days, setDays] = useState(read);
  const names = useMemo(
    () => new Set([...days].filter(([, day]) => day > today - PUT_OFF_DAYS).map(([name]) => name)),
    [days, today],
  );
  const putOff = (name: string) => {
    const next = new Map([...days].filter(([known]) => names.has(known))).set(folded(name), today);
    storage.set(KEY, JSON.stringify([...next]));
    setDays(next);
  };
  return [names, putOff];
}

function read(): ReadonlyMap<string, number> {
  try {
    return new Map(JSON.parse(storage.get(KEY) ?? "[]") as [string, number][]);
  } catch {
    return new Map();
  }
}
