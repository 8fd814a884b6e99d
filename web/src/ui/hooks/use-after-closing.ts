import { useCallback, useEffect, useRef } from "react";

/** Returns a function that sets an action to run once a dialog has closed, and has returned the focus to its button. */
export function useAfterClosing(open: boolean): (then: () => void) => void {
  const after = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (open) return;
    after.current?.();
    after.current = null;
  }, [open]);
  return useCallback((then) => void (after.current = then), []);
}
