import { takeStoredPhotos } from "../../lib/browser/share-sheet";

/** Pictures that were dropped on another screen. */
const dropped: File[] = [];

/** Hands pictures to the scan tab, which takes them when it opens. */
export function handOver(pictures: readonly File[]): void {
  dropped.push(...pictures);
}

/** Returns the pictures that were handed over or came from the share sheet, and removes them. */
export async function takeSharedPhotos(): Promise<readonly File[]> {
  const handedOver = dropped.splice(0);
  try {
    return [...handedOver, ...(await takeStoredPhotos())];
  } catch (error) {
    console.warn("The photos from the share sheet could not be read:", error);
    return handedOver;
  }
}
