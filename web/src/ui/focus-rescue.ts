/** Time for the code that removed an element to put the focus somewhere itself. */
const RESCUE_DELAY_MS = 100;
/** While a page loads, its heading is missing or hidden. */
const MAX_ATTEMPTS = 100;

/**
 * Gives the focus a place when the element that has it is removed or hidden: the heading of the open dialog, or of
 * the page. Otherwise it falls to the body, where a keyboard and a screen reader begin at the top.
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

/** React hides what waits for code or data this way. */
function isHidden(element: Element): boolean {
  return element.closest('[style*="display: none"]') !== null;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function rescue(): void {
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("main");
  const target = [...(place?.querySelectorAll<HTMLElement>("h1, h2") ?? [])].find((heading) => !isHidden(heading));
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
