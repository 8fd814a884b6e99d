import { useEffect } from "react";

/** Sets the title of the browser tab. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Larder`;
  }, [screen]);
}
