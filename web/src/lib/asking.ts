import { useEffect, useSyncExternalStore } from "react";

/**
 * Cards that ask a person for something (to install, to allow reminders) take turns: the first that wants to asks, the
 * next once that is answered. They know each other by nothing but this.
 */
let waiting: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true if it is this card's turn. The turn passes on when it no longer wants to ask, or unmounts. */
export function useTurn(name: string, wants: boolean): boolean {
  const first = useSyncExternalStore(subscribe, () => waiting[0]);
  useEffect(() => {
    if (!wants) return;
    set([...waiting, name]);
    return () => set(waiting.filter((other) => other !== name));
  }, [name, wants]);
  return wants && first === name;
}
