import { useEffect, useRef } from "react";

/** The time in which a page's code and data arrive, which may render its title again. */
const SETTLE_MS = 5_000;

/**
 * Focuses the title of a new page, so that screen readers announce it and Tab continues there, unless the page or a
 * dialog has the focus already. Does nothing for the first page of a load.
 */
export function usePageFocus(path: string): void {
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    let wasFocused = false;
    const focusTitle = () => {
      // The previous page may still exist, hidden, while the next one's code loads.
      const title = Array.from(document.querySelectorAll<HTMLElement>("#content h1")).find(
        (heading) => heading.getClientRects().length > 0,
      );
      const active = document.activeElement;
      // A title that is rendered again gets the focus only if no other element has it.
      if (!title || (wasFocused ? active !== document.body : active?.closest("main, dialog"))) return;
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
      wasFocused = document.activeElement === title;
    };
    const observer = new MutationObserver(focusTitle);
    const stop = () => observer.disconnect();
    observer.observe(document.body, { subtree: true, childList: true });
    const timer = setTimeout(stop, SETTLE_MS);
    focusTitle();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [path]);
}
