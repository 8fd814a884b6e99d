import { useCallback, useEffect, useRef } from "react";

/**
 * Runs an action after a dialog has closed: the dialog returns the focus to its button when it closes, and the action
 * continues from there.
 */
export function useAfterClosing(open: boolean): (then: () => void) => void {
  const after = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (open) return;
    after.current?.();
    after.current = null;
  }, [open]);
  return useCallback((then) => void (after.current = then), []);
}
