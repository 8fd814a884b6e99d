import { useEffect } from "react";

/** The browser tab's title: the screen, then the product. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Larder`;
  }, [screen]);
}
