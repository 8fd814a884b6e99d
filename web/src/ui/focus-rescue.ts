import { topModal } from "./modals";

/** Time for the code that removed an element to move the focus. */
const RESCUE_DELAY_MS = 100;
/** Many, because the heading is missing or hidden while a page loads. */
const MAX_ATTEMPTS = 100;

/**
 * Moves the focus to the heading of the open dialog or page when the focused element is removed or hidden. Otherwise
 * keyboard and screen reader would start at the top of the page.
 */
export function startFocusRescue(): MutationObserver {
  let last: Element | null = isLost() ? null : document.activeElement;
  let attempts = 0;
  const attempt = () => {
    if (attempts === 0 || !isLost()) return;
    attempts -= 1;
    rescue();
    setTimeout(attempt, RESCUE_DELAY_MS);
  };
  document.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    attempts = 0;
  });
  const observer = new MutationObserver(() => {
    if (last === null || !isLost() || (last.isConnected && !isHidden(last))) return;
    last = null;
    attempts = MAX_ATTEMPTS;
    setTimeout(attempt, RESCUE_DELAY_MS);
  });
  performance.mark("focus-rescue");
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
  return observer;
}

/** Returns true for elements that React hides while they wait for code or data. */
function isHidden(element: Element): boolean {
  return element.closest('[style*="display: none"]') !== null;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function rescue(): void {
  const container = topModal() ?? document.querySelector("main");
  const target = [...(container?.querySelectorAll<HTMLElement>("h1, h2") ?? [])].find((heading) => !isHidden(heading));
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
