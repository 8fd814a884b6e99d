import { storeSharedPhotos } from "../src/lib/browser/share-sheet";

/** Stores the photos from the system's share sheet, and opens the scan tab, which says so if they are not stored. */
export async function receiveSharedPhotos(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    await storeSharedPhotos(form.getAll("receipt").filter((file) => file instanceof File));
    return Response.redirect("/?tab=scan&shared=1", 303);
  } catch {
    return Response.redirect("/?tab=scan&shared=failed", 303);
  }
}
