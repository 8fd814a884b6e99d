import "./styles/screens.css";
import { openDelay } from "../lib/gestures/tooltip-delay";
import styles from "./tooltips.module.css";

/** Time to move the pointer from the control to its tooltip. */
const CLOSE_DELAY_MS = 100;
/** Pixels between the tooltip and its control, and the window's edge. */
const GAP = 6;

/**
 * Shows tooltips for controls that have only an icon (`data-tip`), on hover and keyboard focus. One element is used for
 * all. It is hidden from screen readers, since it repeats the control's name.
 */
export function startTooltips(): void {
  const bubble = document.createElement("div");
  bubble.className = `inverse small strong no-print ${styles["tooltip"] ?? ""}`;
  bubble.popover = "manual";
  bubble.setAttribute("aria-hidden", "true");
  document.body.append(bubble);

  let owner: HTMLElement | undefined;
  let closedAt: number | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const open = (element: HTMLElement) => {
    const text = element.dataset["tip"];
    if (!element.isConnected || text === undefined) return;
    owner = element;
    bubble.textContent = text;
    // Showing it again moves it above dialogs.
    if (bubble.matches(":popover-open")) bubble.hidePopover();
    bubble.showPopover();
    const box = element.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const below = box.bottom + GAP;
    bubble.style.top = `${below + height + GAP <= window.innerHeight ? below : box.top - GAP - height}px`;
    bubble.style.left = `${Math.max(GAP, Math.min(box.left + box.width / 2 - width / 2, document.documentElement.clientWidth - width - GAP))}px`;
  };
  const close = () => {
    clearTimeout(opening);
    clearTimeout(closing);
    if (owner === undefined) return;
    owner = undefined;
    closedAt = performance.now();
    bubble.hidePopover();
  };
  const controlOf = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>("[data-tip]") ?? undefined) : undefined;

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "mouse") return;
    const element = controlOf(target);
    if (element === owner || target === bubble) return clearTimeout(closing);
    clearTimeout(opening);
    if (element === undefined) return;
    const delay = owner === undefined ? openDelay(performance.now(), closedAt) : 0;
    opening = setTimeout(() => {
      close();
      open(element);
    }, delay);
  });
  document.addEventListener("pointerout", ({ target }) => {
    if (owner === undefined) return clearTimeout(opening);
    if (controlOf(target) === owner || target === bubble) {
      clearTimeout(closing);
      closing = setTimeout(close, CLOSE_DELAY_MS);
    }
  });
  document.addEventListener("focusin", ({ target }) => {
    const element = controlOf(target);
    if (element?.matches(":focus-visible")) open(element);
  });
  document.addEventListener("focusout", close);
  // A press or scroll closes the tooltip.
  document.addEventListener("pointerdown", close, { capture: true });
  document.addEventListener("scroll", close, { capture: true, passive: true });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
}
