export type Unsubscribe = () => void;

export interface Listeners<Args extends unknown[]> {
  readonly subscribe: (listener: (...args: Args) => void) => Unsubscribe;
  readonly notify: (...args: Args) => void;
}

/** Creates a set of listeners. Calls `start` before the first is added, and its result after the last is removed. */
export function createListeners<Args extends unknown[] = []>(start?: () => Unsubscribe): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  let stop: Unsubscribe | undefined;
  return {
    subscribe: (listener) => {
      if (all.size === 0) stop = start?.();
      all.add(listener);
      return () => {
        if (all.delete(listener) && all.size === 0) stop?.();
      };
    },
    notify: (...args) => {
      for (const listener of all) listener(...args);
    },
  };
}
