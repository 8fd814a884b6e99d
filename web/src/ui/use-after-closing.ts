import { useCallback, useEffect, useRef } from "react";

/**
 * Takes what is to follow once a dialog is closed: the dialog gives the focus back to its button in the commit that
 * closes it, and from there it goes on.
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
