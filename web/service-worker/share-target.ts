import { storeSharedPhotos } from "../src/lib/browser/share-sheet";

/** Stores the photos from the system's share sheet, and opens the scan tab. */
export async function receiveSharedPhotos(request: Request): Promise<Response> {
  const form = await request.formData();
  await storeSharedPhotos(form.getAll("receipt").filter((file) => file instanceof File));
  return Response.redirect("/?tab=scan&shared=1", 303);
}
