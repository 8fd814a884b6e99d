import { useEffect, useEffectEvent, type RefObject } from "react";

/** The minimum duration of a long press. */
const HOLD_MS = 500;
const VIBRATION_MS = 20;
/** The maximum movement of a press in pixels: more is a drag or a scroll. */
const MAX_TRAVEL = 8;

/**
 * Calls `onHold` after a long press on an element, and cancels the following click. Ignores presses on buttons and
 * links that do not match `through`.
 */
export function useLongPress(
  ref: RefObject<HTMLElement | null>,
  onHold: () => void,
  through: string,
  enabled = true,
): void {
  const onLongPress = useEffectEvent(onHold);
  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let hasFired = false;
    const cancel = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const down = (event: PointerEvent) => {
      cancel();
      hasFired = false;
      const button = event.target instanceof Element ? event.target.closest("button, a") : null;
      if (event.button !== 0 || (button && !button.matches(through))) return;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        cancel();
        hasFired = true;
        navigator.vibrate?.(VIBRATION_MS);
        onLongPress();
      }, HOLD_MS);
    };
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > MAX_TRAVEL) cancel();
    };
    const click = (event: MouseEvent) => {
      if (!hasFired) return;
      hasFired = false;
      event.stopPropagation();
      event.preventDefault();
    };
    // Prevents the browser's context menu.
    const menu = (event: MouseEvent) => {
      if (hasFired || timer !== undefined) event.preventDefault();
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: cancel, pointercancel: cancel } as const;
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
    element.addEventListener("click", click, { capture: true });
    element.addEventListener("contextmenu", menu);
    return () => {
      cancel();
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
      element.removeEventListener("click", click, { capture: true });
      element.removeEventListener("contextmenu", menu);
    };
  }, [ref, through, enabled]);
}
