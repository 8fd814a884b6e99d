/**
 * Photos from the system's share sheet: the service worker stores them in a cache, until the scan tab takes them.
 */

const CACHE = "larder-shared";
const ADDRESS = "/shared-photos/";
const NAME_HEADER = "X-File-Name";

/** Stores all photos, or none if the browser refuses one, as it does when the disk is full. */
export async function storeSharedPhotos(photos: readonly File[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const stored: string[] = [];
  try {
    // One after the other, because the cache keeps the order of writes.
    for (const photo of photos) {
      const headers = { "Content-Type": photo.type, [NAME_HEADER]: encodeURIComponent(photo.name) };
      const address = `${ADDRESS}${crypto.randomUUID()}`;
      await cache.put(address, new Response(photo, { headers }));
      stored.push(address);
    }
  } catch (error) {
    for (const address of stored) await cache.delete(address);
    throw error;
  }
}

/** Returns the photos and removes them, except those that cannot be read now. */
export async function takeStoredPhotos(): Promise<readonly File[]> {
  const photos: File[] = [];
  if (!("caches" in globalThis)) return photos;
  const cache = await caches.open(CACHE);
  for (const address of await cache.keys()) {
    try {
      const response = await cache.match(address);
      const blob = await response?.blob();
      // Another tab may take the photo at the same time.
      if (!response || !blob || !(await cache.delete(address))) continue;
      const name = decodeURIComponent(response.headers.get(NAME_HEADER) ?? "receipt.jpg");
      photos.push(new File([blob], name, { type: response.headers.get("Content-Type") ?? blob.type }));
    } catch (error) {
      console.warn("A photo from the share sheet could not be read:", error);
    }
  }
  return photos;
}

export async function deleteStoredPhotos(): Promise<void> {
  await globalThis.caches?.delete(CACHE).catch(() => false);
}
