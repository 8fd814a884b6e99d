import { lazy, useEffect, useState, type ComponentType } from "react";
import { idle } from "../lib/browser/scheduling";

type Load = () => Promise<unknown>;

/**
 * A lazy component with `preload`, after which it draws at once. React's own would show its fallback for 300 ms even if
 * the code is there.
 */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Lazy = lazy(load);
  let loaded: ComponentType<P> | undefined;
  function Preloadable(props: P) {
    // Keeps the component while it is shown, because another one would lose the input.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  Preloadable.preload = async () => {
    loaded = (await load()).default;
  };
  return Preloadable;
}

/**
 * Loads code when the page is idle, so that no tap waits for it, and because the network may be gone by then. The mark
 * says when it is there.
 */
export function usePreloaded(loads: readonly Load[] | undefined, mark: string): void {
  useEffect(() => {
    if (loads)
      void idle()
        .then(() => Promise.allSettled(loads.map((load) => load())))
        .then(() => performance.mark(mark));
  }, [loads, mark]);
}
