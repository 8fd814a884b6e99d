/** Pictures that were dropped on another screen. */
const dropped: File[] = [];

/** Hands pictures to the scan tab, which takes them when it opens. */
export function handOver(pictures: readonly File[]): void {
  dropped.push(...pictures);
}

/**
 * Returns the photos that were handed over, or that the service worker received from the share sheet
 * (`share-target.ts`), and removes them.
 */
export async function takeSharedPhotos(): Promise<readonly File[]> {
  const files = dropped.splice(0);
  if (!("caches" in window)) return files;
  const cache = await caches.open("larder-shared");
  for (const address of await cache.keys()) {
    const response = await cache.match(address);
    const blob = await response?.blob();
    // Another tab may take the photo at the same time.
    if (!response || !blob || !(await cache.delete(address))) continue;
    const name = decodeURIComponent(response.headers.get("X-File-Name") ?? "receipt.jpg");
    files.push(new File([blob], name, { type: response.headers.get("Content-Type") ?? blob.type }));
  }
  return files;
}
