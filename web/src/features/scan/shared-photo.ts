/**
 * The photo that the system's share sheet handed to the service worker (`service-worker/share-target.ts`), taken once.
 */
export async function takeSharedPhoto(): Promise<File | null> {
  if (!("caches" in window)) return null;
  const cache = await caches.open("larder-shared");
  const response = await cache.match("/shared-photo");
  if (!response) return null;
  await cache.delete("/shared-photo");
  const name = decodeURIComponent(response.headers.get("X-File-Name") ?? "receipt.jpg");
  const blob = await response.blob();
  return new File([blob], name, { type: response.headers.get("Content-Type") ?? blob.type });
}
