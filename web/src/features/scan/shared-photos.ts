/** Returns the photos that the service worker received from the share sheet (`share-target.ts`), and removes them. */
export async function takeSharedPhotos(): Promise<readonly File[]> {
  if (!("caches" in window)) return [];
  const cache = await caches.open("larder-shared");
  const files: File[] = [];
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
