import "./styles/screens.css";
import { openDelay } from "../lib/gestures/tooltip-delay";
import styles from "./tooltips.module.css";

/** Time to move the pointer from the control to its tooltip. */
const CLOSE_DELAY_MS = 100;
/** Pixels between the tooltip and its control, and the window's edge. */
const GAP = 6;

/** The tooltip of the page: one element for all controls. */
class Tooltip {
  readonly #bubble = document.createElement("div");
  /** The control whose tooltip is shown. */
  #owner: HTMLElement | undefined;
  #closedAt: number | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#bubble.className = `inverse small strong no-print ${styles["tooltip"] ?? ""}`;
    this.#bubble.popover = "manual";
    // It repeats the control's name.
    this.#bubble.setAttribute("aria-hidden", "true");
    document.body.append(this.#bubble);
  }

  open(control: HTMLElement): void {
    const text = control.dataset["tip"];
    if (!control.isConnected || text === undefined) return;
    this.#owner = control;
    this.#bubble.textContent = text;
    // Showing it again moves it above dialogs.
    if (this.#bubble.matches(":popover-open")) this.#bubble.hidePopover();
    this.#bubble.showPopover();
    this.#position(control.getBoundingClientRect());
  }

  /** Positions the tooltip below its control, or above it if there is no space, inside the window. */
  #position(box: DOMRect): void {
    const { width, height } = this.#bubble.getBoundingClientRect();
    const below = box.bottom + GAP;
    const middle = box.left + box.width / 2 - width / 2;
    const maxLeft = document.documentElement.clientWidth - width - GAP;
    this.#bubble.style.top = `${below + height + GAP <= window.innerHeight ? below : box.top - GAP - height}px`;
    this.#bubble.style.left = `${Math.max(GAP, Math.min(middle, maxLeft))}px`;
  }

  close(): void {
    clearTimeout(this.#opening);
    clearTimeout(this.#closing);
    if (this.#owner === undefined) return;
    this.#owner = undefined;
    this.#closedAt = performance.now();
    this.#bubble.hidePopover();
  }

  pointerEntered(target: EventTarget | null): void {
    const control = controlOf(target);
    if (control === this.#owner || target === this.#bubble) return clearTimeout(this.#closing);
    clearTimeout(this.#opening);
    if (control === undefined) return;
    const delay = this.#owner === undefined ? openDelay(performance.now(), this.#closedAt) : 0;
    this.#opening = setTimeout(() => {
      this.close();
      this.open(control);
    }, delay);
  }

  pointerLeft(target: EventTarget | null): void {
    if (this.#owner === undefined) return clearTimeout(this.#opening);
    if (controlOf(target) !== this.#owner && target !== this.#bubble) return;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.close(), CLOSE_DELAY_MS);
  }
}

const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>("[data-tip]") ?? undefined) : undefined;

/** Shows tooltips for controls that have only an icon (`data-tip`), on hover and keyboard focus. */
export function startTooltips(): void {
  const tooltip = new Tooltip();
  const close = () => tooltip.close();
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "mouse") tooltip.pointerEntered(target);
  });
  document.addEventListener("pointerout", ({ target }) => tooltip.pointerLeft(target));
  document.addEventListener("focusin", ({ target }) => {
    const control = controlOf(target);
    if (control?.matches(":focus-visible")) tooltip.open(control);
  });
  document.addEventListener("focusout", close);
  // A press or scroll closes the tooltip.
  document.addEventListener("pointerdown", close, { capture: true });
  document.addEventListener("scroll", close, { capture: true, passive: true });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
}
