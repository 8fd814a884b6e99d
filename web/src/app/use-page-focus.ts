import { useEffect, useRef } from "react";

/** Milliseconds in which a page's code and its first answer come, and its title is drawn anew. */
const SETTLING = 5_000;

/**
 * A new page begins at its title: who hears the site is told where they are, and the next Tab leads into it. Whoever is
 * in the page or a dialog by then stays there, as in a form that took the focus by itself. The first page is the
 * browser's own to read.
 */
export function usePageFocus(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    let begun = false;
    const go = () => {
      // The page before may still be there, hidden, while the next one's code comes.
      const title = Array.from(document.querySelectorAll<HTMLElement>("#content h1")).find(
        (each) => each.getClientRects().length > 0,
      );
      const active = document.activeElement;
      // Once it had the focus, it takes it again only from nobody: when it was drawn anew.
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
