import { useSyncExternalStore } from "react";
import { useTopModal } from "./modals";

// A field that leaves with the focus tells nobody: then the next press is seen.
const EVENTS = ["focusin", "focusout", "click"] as const;

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) document.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) document.removeEventListener(event, listener);
  };
}

/**
 * Whether somebody types or answers a question: then a card that asks for something hides. (`:has(input:focus)` looks
 * through a list of hundreds at every change of the page.)
 */
export function useBusy(): boolean {
  const typing = useSyncExternalStore(
    subscribe,
    () => document.activeElement?.matches("input, select, textarea") ?? false,
  );
  return useTopModal() !== undefined || typing;
}
