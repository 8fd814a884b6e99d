import { useEffect, type RefObject } from "react";

/** The minimum height of a keyboard in pixels, which is more than that of a browser's bars. */
const MIN_KEYBOARD_HEIGHT = 120;

/**
 * Publishes the height of an element that is docked at the bottom of the screen, so that it covers neither the toast
 * nor the end of the page: `--dock`, with `data-docked` on the root. Sets `data-typing` and `--keyboard` while a
 * keyboard covers the page, which happens only in Safari; other browsers shrink the page.
 */
export function useDock(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dock = ref.current;
    if (!dock) return;
    const root = document.documentElement;
    root.dataset["docked"] = "";
    const measure = () =>
      root.style.setProperty(
        "--dock",
        getComputedStyle(dock).position === "fixed" ? `${Math.round(dock.offsetHeight)}px` : "0px",
      );
    const observer = new ResizeObserver(measure);
    observer.observe(dock);
    window.addEventListener("resize", measure);
    const view = window.visualViewport;
    const measureKeyboard = () => {
      // Zooming in also reduces the height of the viewport.
      const coveredHeight = view && view.scale < 1.05 ? window.innerHeight - view.height - view.offsetTop : 0;
      const isTyping = coveredHeight > MIN_KEYBOARD_HEIGHT;
      if (isTyping) dock.dataset["typing"] = "";
      else delete dock.dataset["typing"];
      dock.style.setProperty("--keyboard", `${Math.round(coveredHeight)}px`);
    };
    view?.addEventListener("resize", measureKeyboard);
    view?.addEventListener("scroll", measureKeyboard);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      view?.removeEventListener("resize", measureKeyboard);
      view?.removeEventListener("scroll", measureKeyboard);
      root.style.removeProperty("--dock");
      delete root.dataset["docked"];
    };
  }, [ref]);
}
