import { createStore, useStore } from "../lib/state/store";

/**
 * The open modal dialogs, topmost last. Everything outside is inert, so elements that must stay reachable are moved
 * into the topmost.
 */
const open = createStore<readonly HTMLDialogElement[]>([]);

/** Returns what to call when it closes. */
export function modalOpened(dialog: HTMLDialogElement): () => void {
  open.set([...open.get(), dialog]);
  return () => open.set(open.get().filter((other) => other !== dialog));
}

export function useTopModal(): HTMLDialogElement | undefined {
  return useStore(open).at(-1);
}
