import { auth } from "../../lib/auth/auth";
import { createStore, useStore } from "../../lib/state/store";

/**
 * The photos of the receipt that is about to be read. They outlive the tab, so that looking something up elsewhere
 * loses none.
 */
export const MAX_PHOTOS = 8;

const photos = createStore<readonly File[]>([]);
auth.onAccountChange(({ reason }) => {
  if (reason === "signed-out" || reason === "left") photos.set([]);
});

export const chosenPhotos = {
  replace: (next: readonly File[]) => photos.set(next.slice(0, MAX_PHOTOS)),
  /** Adds as many as the limit allows. */
  add: (more: readonly File[]) => photos.set([...photos.get(), ...more].slice(0, MAX_PHOTOS)),
  remove: (at: number) => photos.set(photos.get().filter((_, index) => index !== at)),
  /** Changes places with the one before it. */
  earlier: (at: number) => photos.set(moved(photos.get(), at)),
};

export function moved<T>(list: readonly T[], at: number): readonly T[] {
  const [one, other] = [list[at - 1], list[at]];
  return one === undefined || other === undefined
    ? list
    : [...list.slice(0, at - 1), other, one, ...list.slice(at + 1)];
}

export function useChosenPhotos(): readonly File[] {
  return useStore(photos);
}
