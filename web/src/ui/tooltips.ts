import "./screens.css";
import { openDelay } from "../lib/gestures/tooltip-delay";
import styles from "./tooltips.module.css";

/**
 * Shows the name of a control that has only an icon (`data-tip`) while a mouse rests on it or the keyboard's focus is
 * there. One element serves the whole page. It is hidden from screen readers, since it repeats the control's own name.
 */

/** Time to get from the control onto its tooltip, which must not vanish under the pointer. */
const GRACE = 100;
/** Pixels between the control and its tooltip, and between that and the window's edge. */
const GAP = 6;

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
    // Shown again, so that it is above dialogs opened since.
    if (bubble.matches(":popover-open")) bubble.hidePopover();
    bubble.showPopover();
    const at = element.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const below = at.bottom + GAP;
    bubble.style.top = `${below + height + GAP <= window.innerHeight ? below : at.top - GAP - height}px`;
    bubble.style.left = `${Math.max(GAP, Math.min(at.left + at.width / 2 - width / 2, document.documentElement.clientWidth - width - GAP))}px`;
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
      closing = setTimeout(close, GRACE);
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
