import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { pullIntent, pullOffset, shouldRefresh } from "../../lib/gestures/pull";
import { topModal } from "../modals";

/** Elements in which a touch does not pull the page. */
const IGNORED = "dialog, [popover], input, textarea, select";

/** The pulls of the page by one finger. */
class Pulls {
  #start: { x: number; y: number } | undefined;
  #isPulling = false;
  /** In pixels. */
  #travel = 0;
  /** The element where the touch started: it receives the events of the touch, even if it is removed from the page. */
  #touched: EventTarget | null = null;

  constructor(
    private readonly indicator: RefObject<HTMLElement | null>,
    private readonly onPull: () => void,
  ) {}

  /** Handles the page's touches. Returns a function that ends this. */
  listen(): () => void {
    window.addEventListener("touchstart", this.#onStart, { passive: true });
    return () => {
      window.removeEventListener("touchstart", this.#onStart);
      this.#release();
    };
  }

  readonly #onStart = ({ touches, target }: TouchEvent): void => {
    const [touch] = touches;
    // Two fingers zoom.
    if (touches.length !== 1 || !touch) return this.#end();
    if (window.scrollY > 0 || (target instanceof Element && target.closest(IGNORED)) || topModal()) return;
    this.#release();
    this.#start = { x: touch.clientX, y: touch.clientY };
    this.#touched = target;
    target?.addEventListener("touchmove", this.#onMove as EventListener, { passive: true });
    target?.addEventListener("touchend", this.#onLift, { passive: true });
    target?.addEventListener("touchcancel", this.#end, { passive: true });
  };

  readonly #onMove = ({ touches }: TouchEvent): void => {
    const [touch] = touches;
    if (!this.#start || !touch) return;
    const dx = touch.clientX - this.#start.x;
    const dy = touch.clientY - this.#start.y;
    if (!this.#isPulling) {
      const intent = pullIntent(dx, dy);
      if (intent === "undecided") return;
      // Decided once, so that a swipe that later moves down stays a swipe.
      if (intent === "other" || window.scrollY > 0) return this.#end();
      this.#isPulling = true;
    }
    this.#travel = Math.max(0, dy);
    this.#moveIndicator(this.#travel);
  };

  readonly #onLift = (): void => {
    const isPulled = this.#isPulling && shouldRefresh(this.#travel);
    this.#end();
    if (isPulled) this.onPull();
  };

  readonly #end = (): void => {
    this.#release();
    this.#start = undefined;
    if (this.#isPulling) this.#moveIndicator(0);
    this.#isPulling = false;
    this.#travel = 0;
  };

  /** Ends listening to the current touch. */
  #release(): void {
    this.#touched?.removeEventListener("touchmove", this.#onMove as EventListener);
    this.#touched?.removeEventListener("touchend", this.#onLift);
    this.#touched?.removeEventListener("touchcancel", this.#end);
    this.#touched = null;
  }

  #moveIndicator(delta: number): void {
    const element = this.indicator.current;
    if (!element) return;
    element.style.setProperty("--pull", `${pullOffset(delta)}px`);
    element.style.setProperty("--turn", `${Math.round(delta * 2)}deg`);
    element.dataset["pull"] = delta === 0 ? "none" : shouldRefresh(delta) ? "enough" : "some";
  }
}

/**
 * Calls `onPull` when a finger has pulled the page down from its top past the threshold, and moves `indicator` with it.
 * Uses touch events, because the browser cancels the pointer events of a vertical pan. The listeners are passive, so
 * that they do not delay scrolling; `overscroll-behavior` disables the browser's own refresh.
 */
export function usePull(indicator: RefObject<HTMLElement | null>, onPull: () => void): void {
  const pull = useEffectEvent(onPull);
  // A layout effect, so that the page can be pulled as soon as the indicator is rendered.
  useLayoutEffect(() => new Pulls(indicator, () => pull()).listen(), [indicator]);
}
