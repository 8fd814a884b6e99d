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

/** The drags of an element, by one pointer at a time. */
class Drags {
  #pointer: number | undefined;
  #start = { x: 0, y: 0 };
  #isDragging = false;
  #isLeaving = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly rule: SwipeRule,
    private readonly actions: () => SwipeActions,
  ) {}

  /** Handles the element's pointer events. Returns a function that ends this. */
  listen(): () => void {
    const listeners = [
      ["pointerdown", this.#onDown],
      ["pointermove", this.#onMove],
      ["pointerup", this.#onUp],
      ["pointercancel", this.#onCancel],
    ] as const;
    for (const [type, listener] of listeners) this.element.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) this.element.removeEventListener(type, listener);
    };
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (this.#pointer !== undefined || this.#isLeaving || event.button !== 0) return;
    if (event.pointerType === "mouse" && !this.actions().mouse) return;
    this.#pointer = event.pointerId;
    this.#start = { x: event.clientX, y: event.clientY };
  };

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerId !== this.#pointer) return;
    // The button was released without an event, for example over a context menu.
    if (!(event.buttons & 1)) return this.#reset(true);
    const dx = event.clientX - this.#start.x;
    const dy = event.clientY - this.#start.y;
    if (!this.#isDragging) {
      if (Math.abs(dy) > DECIDE_TRAVEL && Math.abs(dy) > Math.abs(dx)) return this.#reset(false);
      if (Math.abs(dx) <= DECIDE_TRAVEL) return;
      this.#isDragging = true;
      this.element.style.transition = "none";
      this.element.dataset["dragging"] = "";
      this.element.setPointerCapture(event.pointerId);
    }
    this.#moveTo(swipeOffset(dx, this.rule), swipeOutcome(dx, this.rule));
  };

  readonly #onUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.#pointer) return;
    const outcome = this.#isDragging ? swipeOutcome(event.clientX - this.#start.x, this.rule) : "none";
    if (this.#isDragging) cancelNextClick(this.element);
    if (outcome === "none") return this.#reset(true);
    if (this.actions().leaves) return this.#leave(outcome);
    this.#reset(true);
    this.#act(outcome);
  };

  readonly #onCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#pointer) this.#reset(true);
  };

  #moveTo(offset: number, outcome: "left" | "right" | "none"): void {
    this.element.style.transform = offset === 0 ? "" : `translateX(${offset}px)`;
    this.actions().onMove?.(offset, outcome);
  }

  /** Returns the element to its position. */
  #reset(isAnimated: boolean): void {
    this.element.style.transition = isAnimated ? "transform 180ms cubic-bezier(0.2, 0.7, 0.2, 1)" : "";
    this.#moveTo(0, "none");
    this.#pointer = undefined;
    this.#isDragging = false;
    delete this.element.dataset["dragging"];
  }

  #leave(outcome: "left" | "right"): void {
    this.#pointer = undefined;
    this.#isDragging = false;
    this.#isLeaving = true;
    this.element.removeAttribute("style");
    this.element.dataset["dragging"] = outcome;
    setTimeout(() => {
      this.#isLeaving = false;
      this.#act(outcome);
      // Returns an item that was not removed to its position.
      setTimeout(() => this.#reset(true), LEAVE_MS);
    }, LEAVE_MS);
  }

  #act(outcome: "left" | "right"): void {
    this.actions()[outcome === "left" ? "onLeft" : "onRight"]?.();
  }
}

/**
 * Moves an element with a horizontal drag, and runs an action past the threshold. Vertical movements scroll the page.
 * Sets CSSOM properties, which a strict content security policy allows.
 */
export function useSwipe(ref: RefObject<HTMLElement | null>, rule: SwipeRule, actions: SwipeActions): void {
  const latestActions = useEffectEvent(() => actions);
  const enabled = actions.enabled ?? true;
  useEffect(() => {
    if (ref.current && enabled) return new Drags(ref.current, rule, () => latestActions()).listen();
    return undefined;
  }, [ref, rule, enabled]);
}
