import { useSyncExternalStore } from "react";
import { useTopModal } from "./modals";

// A removed field fires no blur event: the next press detects it.
const EVENTS = ["focusin", "focusout", "click"] as const;

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) document.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) document.removeEventListener(event, listener);
  };
}

/**
 * Returns true while the user types or answers a question, to hide prompts. (`:has(input:focus)` would search hundreds
 * of elements at every change.)
 */
export function useBusy(): boolean {
  const typing = useSyncExternalStore(
    subscribe,
    () => document.activeElement?.matches("input, select, textarea") ?? false,
  );
  return useTopModal() !== undefined || typing;
}
