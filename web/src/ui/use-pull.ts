import { useLayoutEffect, useRef, type RefObject } from "react";
import { pullIntent, pullOffset, pullsEnough } from "../lib/gestures/pull";

/** Elements in which a finger does not pull the page. */
const ELSEWHERE = "dialog, [popover], input, textarea, select";

/**
 * Lets a finger pull the page down from its top, moves `sign` with it, and calls `onPull` when it lets go past the
 * threshold. Touch events rather than pointer events: the browser takes a vertical pan for itself and cancels its
 * pointer, but still sends touch events. The listeners are passive, so that they do not delay scrolling;
 * `overscroll-behavior` disables the browser's own refresh.
 */
export function usePull(sign: RefObject<HTMLElement | null>, onPull: () => void): void {
  const latest = useRef(onPull);
  useLayoutEffect(() => {
    latest.current = onPull;
  });

  // Set together with the sign, so that a visible sign can be pulled.
  useLayoutEffect(() => {
    let from: { x: number; y: number } | undefined;
    let pulling = false;
    let travel = 0;

    const place = (delta: number) => {
      const element = sign.current;
      if (!element) return;
      element.style.setProperty("--pull", `${pullOffset(delta)}px`);
      element.style.setProperty("--turn", `${Math.round(delta * 2)}deg`);
      element.dataset["pull"] = delta === 0 ? "none" : pullsEnough(delta) ? "enough" : "some";
    };
    let held: EventTarget | null = null;
    const release = () => {
      held?.removeEventListener("touchmove", move as EventListener);
      held?.removeEventListener("touchend", lift);
      held?.removeEventListener("touchcancel", end);
      held = null;
    };
    const end = () => {
      release();
      from = undefined;
      if (pulling) place(0);
      pulling = false;
      travel = 0;
    };
    const start = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      // A second finger zooms.
      if (touches.length !== 1 || !touch) return end();
      if (
        window.scrollY > 0 ||
        (target instanceof Element && target.closest(ELSEWHERE)) ||
        document.querySelector("dialog[open]")
      )
        return;
      release();
      from = { x: touch.clientX, y: touch.clientY };
      // The element where the touch started: it receives the touch's events even if the list has replaced its skeleton.
      held = target;
      held?.addEventListener("touchmove", move as EventListener, { passive: true });
      held?.addEventListener("touchend", lift, { passive: true });
      held?.addEventListener("touchcancel", end, { passive: true });
    };
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      if (!from || !touch) return;
      const dx = touch.clientX - from.x;
      const dy = touch.clientY - from.y;
      if (!pulling) {
        const intent = pullIntent(dx, dy);
        if (intent === "undecided") return;
        // Decided once: a swipe that later drifts down stays a swipe.
        if (intent === "other" || window.scrollY > 0) return end();
        pulling = true;
      }
      travel = Math.max(0, dy);
      place(travel);
    };
    const lift = () => {
      const enough = pulling && pullsEnough(travel);
      end();
      if (enough) latest.current();
    };

    window.addEventListener("touchstart", start, { passive: true });
    return () => {
      window.removeEventListener("touchstart", start);
      release();
    };
  }, [sign]);
}
