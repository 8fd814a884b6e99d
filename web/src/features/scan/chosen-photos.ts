import { auth } from "../../lib/auth/auth";
import { createStore, useStore } from "../../lib/state/store";

/** The photos of the receipt that will be read next. They are kept when the user switches to another screen. */
export const MAX_PHOTOS = 8;

const photos = createStore<readonly File[]>([]);
auth.onAccountChange(({ reason }) => {
  if (reason === "signed-out" || reason === "left") photos.set([]);
});

export const chosenPhotos = {
  replace: (next: readonly File[]) => photos.set(next.slice(0, MAX_PHOTOS)),
  /** Adds as many as the limit allows. */
  add: (more: readonly File[]) => photos.set([...photos.get(), ...more].slice(0, MAX_PHOTOS)),
  remove: (index: number) => photos.set(photos.get().filter((_, n) => n !== index)),
  /** Swaps a photo with the one before it. */
  moveUp: (index: number) => photos.set(movedUp(photos.get(), index)),
};

export function movedUp<T>(list: readonly T[], index: number): readonly T[] {
  const [previous, moved] = [list[index - 1], list[index]];
  return previous === undefined || moved === undefined
    ? list
    : [...list.slice(0, index - 1), moved, previous, ...list.slice(index + 1)];
}

export function useChosenPhotos(): readonly File[] {
  return useStore(photos);
}
