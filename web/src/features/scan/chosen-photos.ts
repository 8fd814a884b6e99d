import { auth } from "../../lib/auth/auth";
import { createStore, useStore } from "../../lib/state/store";

/** The maximum number of photos of one receipt. */
export const MAX_PHOTOS = 8;

/**
 * The photos of the receipt that is being read, and of the one that will be read next. They are kept when the user
 * switches to another screen.
 */
const photos = createStore<readonly File[]>([]);
auth.onAccountChange(({ reason }) => {
  if (reason === "signed-out" || reason === "left") photos.set([]);
});

export const chosenPhotos = {
  all: photos.get,
  add: (more: readonly File[]) => photos.set([...photos.get(), ...more]),
  /** Removes photos that the user throws away, or that were read. */
  remove: (gone: readonly File[]) => photos.set(photos.get().filter((photo) => !gone.includes(photo))),
  /** Swaps a photo with the one before it. */
  moveUp: (photo: File) => photos.set(movedUp(photos.get(), photos.get().indexOf(photo))),
};

/** Returns a list in which an entry has changed places with the one before it. */
export function movedUp<T>(list: readonly T[], index: number): readonly T[] {
  const [previous, moved] = [list[index - 1], list[index]];
  return previous === undefined || moved === undefined
    ? list
    : [...list.slice(0, index - 1), moved, previous, ...list.slice(index + 1)];
}

export function useChosenPhotos(): readonly File[] {
  return useStore(photos);
}
