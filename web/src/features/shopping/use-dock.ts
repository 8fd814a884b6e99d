import { useEffect, type RefObject } from "react";

/** The minimum height of a keyboard in pixels, which is more than that of a browser's bars. */
const MIN_KEYBOARD_HEIGHT = 120;
/** The maximum scale of a page that does not count as zoomed in. */
const MAX_UNZOOMED_SCALE = 1.05;

/** Keeps an element that is docked at the bottom of the screen from covering the page, and above a keyboard. */
export function useDock(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => (ref.current ? publishHeight(ref.current) : undefined), [ref]);
  useEffect(() => (ref.current ? followKeyboard(ref.current) : undefined), [ref]);
}

/**
 * Publishes the height of a docked element as `--dock`, with `data-docked`, on the root, so that it covers neither the
 * toast nor the end of the page. Returns a function that ends that.
 */
function publishHeight(dock: HTMLElement): () => void {
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
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", measure);
    root.style.removeProperty("--dock");
    delete root.dataset["docked"];
  };
}

/**
 * Sets `data-typing` on a docked element while a keyboard covers the page, and `--keyboard` to the covered height. That
 * happens only in Safari; other browsers shrink the page. Returns a function that ends that.
 */
function followKeyboard(dock: HTMLElement): () => void {
  const view = window.visualViewport;
  const measure = () => {
    // Zooming in also reduces the height of the viewport.
    const isUnzoomed = view && view.scale < MAX_UNZOOMED_SCALE;
    const coveredHeight = isUnzoomed ? window.innerHeight - view.height - view.offsetTop : 0;
    dock.toggleAttribute("data-typing", coveredHeight > MIN_KEYBOARD_HEIGHT);
    dock.style.setProperty("--keyboard", `${Math.round(coveredHeight)}px`);
  };
  view?.addEventListener("resize", measure);
  view?.addEventListener("scroll", measure);
  return () => {
    view?.removeEventListener("resize", measure);
    view?.removeEventListener("scroll", measure);
  };
}
