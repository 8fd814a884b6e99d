import { useSyncExternalStore } from "react";
import { createListeners, type Unsubscribe } from "./listeners";

/** A value outside React. Components render again when it changes. */
interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** Creates a store. `start` is that of `createListeners`. */
export function createStore<T>(value: T, start?: () => Unsubscribe): Store<T> {
  const { subscribe, notify } = createListeners(start);
  return {
    get: () => value,
    set: (next) => {
      value = next;
      notify();
    },
    subscribe,
  };
}

export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
