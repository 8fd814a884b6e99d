import { useEffect, useRef } from "react";

/** Milliseconds until a page's code and first answer arrive and its title is rendered again. */
const SETTLING = 5_000;

/**
 * Focuses the title of a new page: screen readers announce it, and Tab continues there. Focus already in the page or a
 * dialog stays. The first page is left to the browser.
 */
export function usePageFocus(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    let begun = false;
    const go = () => {
      // The previous page may still exist, hidden, while the next one's code loads.
      const title = Array.from(document.querySelectorAll<HTMLElement>("#content h1")).find(
        (each) => each.getClientRects().length > 0,
      );
      const active = document.activeElement;
      // Later it takes the focus only if nothing has it, after the title was rendered again.
      if (!title || (begun ? active !== document.body : active?.closest("main, dialog"))) return;
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
      begun = document.activeElement === title;
    };
    const observer = new MutationObserver(go);
    const stop = () => observer.disconnect();
    observer.observe(document.body, { subtree: true, childList: true });
    const timer = setTimeout(stop, SETTLING);
    go();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [path]);
}
