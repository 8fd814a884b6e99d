import { useCallback, useMemo, useState } from "react";

interface Row {
  readonly id: string;
}

interface Selecting<T extends Row> {
  /** Null unless several are being selected. */
  chosen: ReadonlySet<string> | null;
  /** The selected rows that are still in the list. */
  items: readonly T[];
  begin: () => void;
  choose: (items: readonly T[], chosen: boolean) => void;
  all: () => void;
  end: () => void;
  /** Ends the selection and acts on it. */
  finish: (what: (items: readonly T[]) => void) => void;
}

/** Keeps which rows of a list are selected. Rows no longer in the list are not selected. */
export function useSelecting<T extends Row>(list: readonly T[]): Selecting<T> {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const items = useMemo(() => (chosen === null ? [] : list.filter(({ id }) => chosen.has(id))), [chosen, list]);
  const choose = useCallback((which: readonly T[], yes: boolean) => {
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
