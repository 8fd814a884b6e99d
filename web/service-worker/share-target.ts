/**
 * The cache and address under which a photo shared from the gallery waits for the scan tab
 * (`src/features/scan/shared-photo.ts` reads it).
 */
const CACHE = "larder-shared";
const ADDRESS = "/shared-photo";

/** Takes a photo from the system's share sheet, keeps it, and opens the scan tab. */
export async function receiveSharedPhoto(event: FetchEvent): Promise<Response> {
  const form = await event.request.formData();
  const file = form.get("receipt");
  if (file instanceof File) {
    const cache = await caches.open(CACHE);
    await cache.put(
      ADDRESS,
      new Response(file, { headers: { "Content-Type": file.type, "X-File-Name": encodeURIComponent(file.name) } }),
    );
  }
  return Response.redirect("/?tab=scan&shared=1", 303);
}
