import { lazy, useEffect, useState, type ComponentType } from "react";
import { idle } from "../lib/browser/scheduling";

type Load = () => Promise<unknown>;

/** Creates a lazy component that renders at once after `preload`. `lazy` would still show its fallback for 300 ms. */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Lazy = lazy(load);
  let loaded: ComponentType<P> | undefined;
  function Preloadable(props: P) {
    // The same component while mounted, because a change would lose the input.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  Preloadable.preload = async () => {
    loaded = (await load()).default;
  };
  return Preloadable;
}

/** Loads code when the page is idle, so that it is also available offline, and then sets a performance mark. */
export function usePreloaded(loads: readonly Load[] | undefined, mark: string): void {
  useEffect(() => {
    if (loads)
      void idle()
        .then(() => Promise.allSettled(loads.map((load) => load())))
        .then(() => performance.mark(mark));
  }, [loads, mark]);
}
