import { useEffect, useRef, type RefObject } from "react";
import { swipeOffset, swipeOutcome, type SwipeRule } from "../lib/gestures/swipe";

interface SwipeActions {
  onLeft?: () => void;
  onRight?: () => void;
  /**
   * Called on every move, for the part that is revealed underneath: the offset in pixels and the result of letting go.
   */
  onMove?: (offset: number, outcome: "left" | "right" | "none") => void;
  /** Also follow a mouse drag, not only a finger or pen. */
  mouse?: boolean;
  /**
   * Past the threshold the element leaves in the direction of the gesture before the action is carried out:
   * `data-dragging` says which, its style sheet how.
   */
  leaves?: boolean;
  enabled?: boolean;
}

/** Travel in pixels after which a gesture is known to be horizontal (or not). */
const DECIDE = 8;
/** Milliseconds in which a row leaves. */
const LEAVING = 150;

/**
 * Lets an element follow a horizontal drag and acts past the threshold. Vertical movement is left to the page's
 * scrolling. Positions are set as CSSOM properties, which a strict content security policy allows.
 */
export function useSwipe(ref: RefObject<HTMLElement | null>, rule: SwipeRule, actions: SwipeActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const enabled = actions.enabled ?? true;

  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    let pointer: number | undefined;
    let startX = 0;
    let startY = 0;
    let dragging = false;
    let leaving = false;

    const place = (offset: number, outcome: "left" | "right" | "none") => {
      element.style.transform = offset === 0 ? "" : `translateX(${offset}px)`;
      latest.current.onMove?.(offset, outcome);
    };
    const reset = (animated: boolean) => {
      element.style.transition = animated ? "transform 180ms cubic-bezier(0.2, 0.7, 0.2, 1)" : "";
      place(0, "none");
      pointer = undefined;
      dragging = false;
      delete element.dataset["dragging"];
    };
    const act = (outcome: "left" | "right") => latest.current[outcome === "left" ? "onLeft" : "onRight"]?.();
    const leave = (outcome: "left" | "right") => {
      pointer = undefined;
      dragging = false;
      leaving = true;
      element.removeAttribute("style");
      element.dataset["dragging"] = outcome;
      setTimeout(() => {
        leaving = false;
        act(outcome);
        // An item that was not removed returns to its position.
        setTimeout(() => reset(true), LEAVING);
      }, LEAVING);
    };
    const down = (event: PointerEvent) => {
      if (pointer !== undefined || leaving || event.button !== 0) return;
      if (event.pointerType === "mouse" && !latest.current.mouse) return;
      pointer = event.pointerId;
      startX = event.clientX;
      startY = event.clientY;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      // The button was released unnoticed, over a context menu for example: this is no drag.
      if (!(event.buttons & 1)) return reset(true);
      const dx = event.clientX - startX;
      const dy = event.clientY - startY;
      if (!dragging) {
        if (Math.abs(dy) > DECIDE && Math.abs(dy) > Math.abs(dx)) return reset(false);
        if (Math.abs(dx) <= DECIDE) return;
        dragging = true;
        element.style.transition = "none";
        element.dataset["dragging"] = "";
        element.setPointerCapture(event.pointerId);
      }
      place(swipeOffset(dx, rule), swipeOutcome(dx, rule));
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      const was = dragging;
      const outcome = was ? swipeOutcome(event.clientX - startX, rule) : "none";
      if (was) swallowClick();
      if (outcome === "none") return reset(true);
      if (latest.current.leaves) leave(outcome);
      else {
        reset(true);
        act(outcome);
      }
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId === pointer) reset(true);
    };
    // A drag that ends on a button must not press it.
    const swallowClick = () => {
      const stop = (event: MouseEvent) => {
        event.stopPropagation();
        event.preventDefault();
      };
      element.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", stop, { capture: true }), 50);
    };

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", cancel);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", cancel);
    };
  }, [ref, rule, enabled]);
}
