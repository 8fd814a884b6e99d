import { useEffect, type RefObject } from "react";

/** A keyboard is higher than a browser's own bars. */
const KEYBOARD = 120;

/**
 * Sets the height of an element docked at the bottom of the screen: `--dock` for parts that must not be covered by it
 * (the toast, the end of the page; `data-docked` on the root), and `data-typing` with `--keyboard` while a keyboard
 * covers the page. Only Safari covers it; other browsers make the page smaller, as its viewport asks for.
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
    const rise = () => {
      // Zooming in makes the visible part smaller as well.
      const hidden = view && view.scale < 1.05 ? window.innerHeight - view.height - view.offsetTop : 0;
      const typing = hidden > KEYBOARD;
      if (typing) dock.dataset["typing"] = "";
      else delete dock.dataset["typing"];
      dock.style.setProperty("--keyboard", `${Math.round(hidden)}px`);
    };
    view?.addEventListener("resize", rise);
    view?.addEventListener("scroll", rise);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      view?.removeEventListener("resize", rise);
      view?.removeEventListener("scroll", rise);
      root.style.removeProperty("--dock");
      delete root.dataset["docked"];
    };
  }, [ref]);
}
