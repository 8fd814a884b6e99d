import { useCallback, useMemo, useState } from "react";
import type { GroceryItem } from "../../api/types";

interface Selecting {
  /** Null while nothing is being chosen. */
  chosen: ReadonlySet<string> | null;
  /** The chosen ones that are there still and shown. */
  items: readonly GroceryItem[];
  begin: () => void;
  choose: (items: readonly GroceryItem[], chosen: boolean) => void;
  all: () => void;
  end: () => void;
  /** Does it with the chosen ones, and ends. */
  finish: (what: (items: readonly GroceryItem[]) => void) => void;
}

/** The selection of several items. Items no longer in the list are not selected. */
export function useSelecting(list: readonly GroceryItem[]): Selecting {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const items = useMemo(() => (chosen === null ? [] : list.filter(({ id }) => chosen.has(id))), [chosen, list]);
  const choose = useCallback((which: readonly GroceryItem[], yes: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      for (const { id } of which) {
        if (yes) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  const end = () => setChosen(null);
  return {
    chosen,
    items,
    begin: () => setChosen(new Set()),
    choose,
    all: () => setChosen(new Set(items.length === list.length ? [] : list.map(({ id }) => id))),
    end,
    finish: (what) => {
      end();
      what(items);
    },
  };
}
