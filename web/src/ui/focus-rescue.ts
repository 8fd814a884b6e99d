/** Time for the code that removed an element to put the focus somewhere itself. */
const RESCUE_DELAY_MS = 100;

/**
 * Gives the focus a place when the element that has it is removed from the page: the heading of the open dialog, or of
 * the page. Otherwise it falls to the body, where a keyboard and a screen reader begin at the top.
 */
export function startFocusRescue(): MutationObserver {
  let last: Element | null = null;
  document.addEventListener("focusin", ({ target }) => (last = target as Element));
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || !isLost()) return;
    last = null;
    setTimeout(() => {
      if (isLost()) rescue();
    }, RESCUE_DELAY_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return observer;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function rescue(): void {
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("main");
  const target = place?.querySelector<HTMLElement>("h1, h2");
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
