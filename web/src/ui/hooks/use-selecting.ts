import { useCallback, useMemo, useState } from "react";

interface Row {
  readonly id: string;
}

export interface Selecting<T extends Row> {
  /** The ids of the selected rows; null if selecting is off. */
  chosen: ReadonlySet<string> | null;
  /** The selected rows. */
  items: readonly T[];
  begin: () => void;
  choose: (items: readonly T[], chosen: boolean) => void;
  /** Selects all rows, or none if all are selected. */
  all: () => void;
  end: () => void;
  /** Ends selecting, and runs an action on the selected rows. */
  finish: (action: (items: readonly T[]) => void) => void;
}

/** The selection of rows of a list. A row that leaves the list is no longer selected. */
export function useSelecting<T extends Row>(list: readonly T[]): Selecting<T> {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const items = useMemo(() => (chosen === null ? [] : list.filter(({ id }) => chosen.has(id))), [chosen, list]);
  const choose = useCallback((rows: readonly T[], isChosen: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      for (const { id } of rows) {
        if (isChosen) after.add(id);
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
    finish: (action) => {
      end();
      action(items);
    },
  };
}
