import { useState } from "react";

/** The storage key of a line's unsaved input, which is kept until the window is closed or the user signs out. */
const keyOf = (id: string) => `larder.line.${id}`;

function readDraft<T extends object>(id: string): Partial<T> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null");
    return typeof stored === "object" ? (stored as Partial<T>) : null;
  } catch {
    return null;
  }
}

export function hasDraft(id: string): boolean {
  return readDraft(id) !== null;
}

/** Keeps the fields that differ from `saved`, which may change meanwhile. */
export function useDraft<T extends object>(id: string, saved: T) {
  const [changes, setChanges] = useState<Partial<T>>(() => readDraft<T>(id) ?? {});
  const fields: T = { ...saved, ...changes };
  return {
    fields,
    change: (next: Partial<T>) => {
      const differs = ([name, value]: [string, unknown]) => value !== saved[name as keyof T];
      const all = Object.fromEntries(Object.entries({ ...fields, ...next }).filter(differs)) as Partial<T>;
      setChanges(all);
      try {
        sessionStorage.setItem(keyOf(id), JSON.stringify(all));
      } catch {
        // Without storage, the input is kept until the form is closed.
      }
    },
    clear: () => {
      try {
        sessionStorage.removeItem(keyOf(id));
      } catch {
        // Without storage there is nothing to remove.
      }
    },
  };
}
