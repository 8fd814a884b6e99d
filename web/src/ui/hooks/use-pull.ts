import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { pullIntent, pullOffset, shouldRefresh } from "../../lib/gestures/pull";
import { topModal } from "../modals";

/** Elements in which a touch does not pull the page. */
const IGNORED = "dialog, [popover], input, textarea, select";

/**
 * Calls `onPull` when a finger has pulled the page down from its top past the threshold, and moves `indicator` with it.
 * Uses touch events, because the browser cancels the pointer events of a vertical pan. The listeners are passive, so
 * that they do not delay scrolling; `overscroll-behavior` disables the browser's own refresh.
 */
export function usePull(indicator: RefObject<HTMLElement | null>, onPull: () => void): void {
  const pull = useEffectEvent(onPull);

  // A layout effect, so that the page can be pulled as soon as the indicator is rendered.
  useLayoutEffect(() => {
    let from: { x: number; y: number } | undefined;
    let pulling = false;
    let travel = 0;

    const moveIndicator = (delta: number) => {
      const element = indicator.current;
      if (!element) return;
      element.style.setProperty("--pull", `${pullOffset(delta)}px`);
      element.style.setProperty("--turn", `${Math.round(delta * 2)}deg`);
      element.dataset["pull"] = delta === 0 ? "none" : shouldRefresh(delta) ? "enough" : "some";
    };
    let touched: EventTarget | null = null;
    const release = () => {
      touched?.removeEventListener("touchmove", move as EventListener);
      touched?.removeEventListener("touchend", lift);
      touched?.removeEventListener("touchcancel", end);
      touched = null;
    };
    const end = () => {
      release();
      from = undefined;
      if (pulling) moveIndicator(0);
      pulling = false;
      travel = 0;
    };
    const start = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      // Two fingers zoom.
      if (touches.length !== 1 || !touch) return end();
      if (window.scrollY > 0 || (target instanceof Element && target.closest(IGNORED)) || topModal()) return;
      release();
      from = { x: touch.clientX, y: touch.clientY };
      // The element where the touch started receives its events, even if it is removed from the page.
      touched = target;
      touched?.addEventListener("touchmove", move as EventListener, { passive: true });
      touched?.addEventListener("touchend", lift, { passive: true });
      touched?.addEventListener("touchcancel", end, { passive: true });
    };
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      if (!from || !touch) return;
      const dx = touch.clientX - from.x;
      const dy = touch.clientY - from.y;
      if (!pulling) {
        const intent = pullIntent(dx, dy);
        if (intent === "undecided") return;
        // Decided once, so that a swipe that later moves down stays a swipe.
        if (intent === "other" || window.scrollY > 0) return end();
        pulling = true;
      }
      travel = Math.max(0, dy);
      moveIndicator(travel);
    };
    const lift = () => {
      const isPulled = pulling && shouldRefresh(travel);
      end();
      if (isPulled) pull();
    };

    window.addEventListener("touchstart", start, { passive: true });
    return () => {
      window.removeEventListener("touchstart", start);
      release();
    };
  }, [indicator]);
}
