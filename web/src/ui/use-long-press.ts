import { useEffect, useEffectEvent, type RefObject } from "react";

/** Milliseconds after which a press is a long one. */
const HOLD_MS = 500;
/** Travel in pixels that makes a press a drag or a scroll. */
const MAX_TRAVEL = 8;

/**
 * Calls `onHold` after a long press on an element, and cancels the click that would follow. Ignores presses on its
 * buttons, except on those that match `through`.
 */
export function useLongPress(ref: RefObject<HTMLElement | null>, onHold: () => void, through: string): void {
  const onLongPress = useEffectEvent(onHold);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at = { x: 0, y: 0 };
    let fired = false;
    const cancel = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const down = (event: PointerEvent) => {
      cancel();
      fired = false;
      const button = event.target instanceof Element ? event.target.closest("button, a") : null;
      if (event.button !== 0 || (button && !button.matches(through))) return;
      at = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        cancel();
        fired = true;
        navigator.vibrate?.(20);
        onLongPress();
      }, HOLD_MS);
    };
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - at.x, event.clientY - at.y) > MAX_TRAVEL) cancel();
    };
    const click = (event: MouseEvent) => {
      if (!fired) return;
      fired = false;
      event.stopPropagation();
      event.preventDefault();
    };
    // The browser's own menu of a long press would cover what the press opened.
    const menu = (event: MouseEvent) => {
      if (fired || timer !== undefined) event.preventDefault();
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
  }, [ref, through]);
}
