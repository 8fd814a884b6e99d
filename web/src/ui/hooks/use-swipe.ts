import { useEffect, useEffectEvent, type RefObject } from "react";
import { swipeOffset, swipeOutcome, type SwipeRule } from "../../lib/gestures/swipe";

interface SwipeActions {
  onLeft?: () => void;
  onRight?: () => void;
  /** Called on every move with the offset in pixels and the effect of releasing now. */
  onMove?: (offset: number, outcome: "left" | "right" | "none") => void;
  /** Also for a mouse, not only for touch and pen. */
  mouse?: boolean;
  /** Past the threshold the element leaves in the direction of the gesture (`data-dragging`) before the action runs. */
  leaves?: boolean;
  enabled?: boolean;
}

/** Travel in pixels after which a gesture is classified as horizontal or vertical. */
const DECIDE_TRAVEL = 8;
/** The duration of `--quick` (`tokens.css`), with which the element leaves. */
const LEAVE_MS = 150;
/** The browser fires the click of a drag within this time of its end. */
const CLICK_DELAY_MS = 50;

/** Keeps a drag that ends on a button from pressing it. */
function cancelNextClick(element: HTMLElement): void {
  const stop = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  element.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", stop, { capture: true }), CLICK_DELAY_MS);
}

/**
 * Moves an element with a horizontal drag, and runs an action past the threshold. Vertical movements scroll the page.
 * Sets CSSOM properties, which a strict content security policy allows.
 */
export function useSwipe(ref: RefObject<HTMLElement | null>, rule: SwipeRule, actions: SwipeActions): void {
  const latestActions = useEffectEvent(() => actions);
  const enabled = actions.enabled ?? true;

  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    let pointer: number | undefined;
    let startX = 0;
    let startY = 0;
    let dragging = false;
    let isLeaving = false;

    const moveTo = (offset: number, outcome: "left" | "right" | "none") => {
      element.style.transform = offset === 0 ? "" : `translateX(${offset}px)`;
      latestActions().onMove?.(offset, outcome);
    };
    const reset = (animated: boolean) => {
      element.style.transition = animated ? "transform 180ms cubic-bezier(0.2, 0.7, 0.2, 1)" : "";
      moveTo(0, "none");
      pointer = undefined;
      dragging = false;
      delete element.dataset["dragging"];
    };
    const act = (outcome: "left" | "right") => latestActions()[outcome === "left" ? "onLeft" : "onRight"]?.();
    const leave = (outcome: "left" | "right") => {
      pointer = undefined;
      dragging = false;
      isLeaving = true;
      element.removeAttribute("style");
      element.dataset["dragging"] = outcome;
      setTimeout(() => {
        isLeaving = false;
        act(outcome);
        // Returns an item that was not removed to its position.
        setTimeout(() => reset(true), LEAVE_MS);
      }, LEAVE_MS);
    };
    const down = (event: PointerEvent) => {
      if (pointer !== undefined || isLeaving || event.button !== 0) return;
      if (event.pointerType === "mouse" && !latestActions().mouse) return;
      pointer = event.pointerId;
      startX = event.clientX;
      startY = event.clientY;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      // The button was released without an event, for example over a context menu.
      if (!(event.buttons & 1)) return reset(true);
      const dx = event.clientX - startX;
      const dy = event.clientY - startY;
      if (!dragging) {
        if (Math.abs(dy) > DECIDE_TRAVEL && Math.abs(dy) > Math.abs(dx)) return reset(false);
        if (Math.abs(dx) <= DECIDE_TRAVEL) return;
        dragging = true;
        element.style.transition = "none";
        element.dataset["dragging"] = "";
        element.setPointerCapture(event.pointerId);
      }
      moveTo(swipeOffset(dx, rule), swipeOutcome(dx, rule));
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      const outcome = dragging ? swipeOutcome(event.clientX - startX, rule) : "none";
      if (dragging) cancelNextClick(element);
      if (outcome === "none") return reset(true);
      if (latestActions().leaves) leave(outcome);
      else {
        reset(true);
        act(outcome);
      }
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId === pointer) reset(true);
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
