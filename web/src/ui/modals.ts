import { createStore, useStore } from "../lib/state/store";

/** The open modal dialogs, topmost last. Everything outside the topmost one is inert. */
const open = createStore<readonly HTMLDialogElement[]>([]);

/** Adds a dialog. Returns a function to call when it closes. */
export function addModal(dialog: HTMLDialogElement): () => void {
  open.set([...open.get(), dialog]);
  return () => open.set(open.get().filter((other) => other !== dialog));
}

export const topModal = (): HTMLDialogElement | undefined => open.get().at(-1);

export function useTopModal(): HTMLDialogElement | undefined {
  useStore(open);
  return topModal();
}
