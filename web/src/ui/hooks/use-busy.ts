import { useSyncExternalStore } from "react";
import { useTopModal } from "../modals";

// "click" too, because a removed field fires no focus event.
const EVENTS = ["focusin", "focusout", "click"] as const;

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) document.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) document.removeEventListener(event, listener);
  };
}

/**
 * Returns true while a field has the focus or a dialog is open, to hide prompts. (`:has(input:focus)` in CSS is slow.)
 */
export function useBusy(): boolean {
  const isTyping = useSyncExternalStore(
    subscribe,
    () => document.activeElement?.matches("input, select, textarea") ?? false,
  );
  return useTopModal() !== undefined || isTyping;
}
