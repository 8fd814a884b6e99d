import { useState } from "react";

/** Unsaved input of a line: kept across reloads and tabs while the window is open, or until the person signs out. */
const name = (id: string) => `larder.line.${id}`;

function read<T extends object>(id: string): Partial<T> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name(id)) ?? "null");
    return typeof kept === "object" ? (kept as Partial<T>) : null;
  } catch {
    return null;
  }
}

export function hasDraft(id: string): boolean {
  return read(id) !== null;
}

export function useDraft<T extends object>(id: string, saved: T) {
  const [fields, setFields] = useState<T>(() => ({ ...saved, ...read<T>(id) }));
  return {
    fields,
    change: (next: Partial<T>) => {
      const all = { ...fields, ...next };
      setFields(all);
      try {
        sessionStorage.setItem(name(id), JSON.stringify(all));
      } catch {
        // Without a place to keep it, it lives as long as the form.
      }
    },
    forget: () => {
      try {
        sessionStorage.removeItem(name(id));
      } catch {
        // Nothing was kept.
      }
    },
  };
}
