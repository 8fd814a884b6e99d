import { useState } from "react";
import { storage } from "../../../lib/browser/storage";

/** What a swipe does: record that an item was used up or thrown away, or archive and delete it (specification §2). */
export type SwipeMeaning = "outcome" | "removal";

const KEY = "larder.swipe";

function savedMeaning(): SwipeMeaning | null {
  const saved = storage.get(KEY);
  return saved === "outcome" || saved === "removal" ? saved : null;
}

/** Returns the chosen meaning, null until the user has chosen, and a function that saves it. */
export function useSwipeMeaning(): [SwipeMeaning | null, (meaning: SwipeMeaning) => void] {
  const [meaning, setMeaning] = useState(savedMeaning);
  return [
    meaning,
    (next) => {
      storage.set(KEY, next);
      setMeaning(next);
    },
  ];
}
