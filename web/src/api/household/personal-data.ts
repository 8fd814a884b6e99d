import { deleteStoredPhotos } from "../../lib/browser/share-sheet";
import { removePersonalKeys } from "../../lib/browser/storage";

/** Removes the user's data outside of the browser's database: names, settings, drafts, links, and shared photos. */
export async function removePersonalData(): Promise<void> {
  removePersonalKeys();
  await deleteStoredPhotos();
}
