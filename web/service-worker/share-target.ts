/** The cache and the addresses of shared photos, which `src/features/scan/shared-photos.ts` reads. */
const CACHE = "larder-shared";
const ADDRESS = "/shared-photos/";

/** Stores the photos from the system's share sheet, and opens the scan tab. */
export async function receiveSharedPhotos(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll("receipt").filter((file) => file instanceof File);
  const cache = await caches.open(CACHE);
  // One after the other, because the cache keeps the order of writes.
  for (const file of files)
    await cache.put(
      `${ADDRESS}${crypto.randomUUID()}`,
      new Response(file, { headers: { "Content-Type": file.type, "X-File-Name": encodeURIComponent(file.name) } }),
    );
  return Response.redirect("/?tab=scan&shared=1", 303);
}
