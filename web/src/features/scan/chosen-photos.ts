import { useSyncExternalStore } from "react";

/**
 * The photos of the receipt that is about to be read. They outlive the tab, so that looking something up elsewhere
 * loses none.
 */
export const MAX_PHOTOS = 8;

let photos: readonly File[] = [];
const listeners = new Set<() => void>();

function set(next: readonly File[]): void {
  photos = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const chosenPhotos = {
  replace: (next: readonly File[]) => set(next.slice(0, MAX_PHOTOS)),
  /** As many as there is room for. */
  add: (more: readonly File[]) => set([...photos, ...more].slice(0, MAX_PHOTOS)),
  remove: (at: number) => set(photos.filter((_, index) => index !== at)),
  /** Changes places with the one before it. */
  earlier: (at: number) => set(moved(photos, at)),
};

export function moved<T>(list: readonly T[], at: number): readonly T[] {
  const [one, other] = [list[at - 1], list[at]];
  return one === undefined || other === undefined
    ? list
    : [...list.slice(0, at - 1), other, one, ...list.slice(at + 1)];
}

export function useChosenPhotos(): readonly File[] {
  return useSyncExternalStore(subscribe, () => photos);
}
