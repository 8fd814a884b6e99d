/**
 * The cache and the addresses under which photos shared from the gallery wait for the scan tab
 * (`src/features/scan/shared-photos.ts` reads them).
 */
const CACHE = "larder-shared";
const ADDRESS = "/shared-photos/";

/** Takes photos from the system's share sheet, keeps them, and opens the scan tab. */
export async function receiveSharedPhotos(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll("receipt").filter((file) => file instanceof File);
  const cache = await caches.open(CACHE);
  // One after the other: they are read in the order in which they were put there.
  for (const file of files)
    await cache.put(
      `${ADDRESS}${crypto.randomUUID()}`,
      new Response(file, { headers: { "Content-Type": file.type, "X-File-Name": encodeURIComponent(file.name) } }),
    );
  return Response.redirect("/?tab=scan&shared=1", 303);
}
