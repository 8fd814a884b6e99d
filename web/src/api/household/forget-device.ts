import { forgetPerson } from "../../lib/browser/storage";

/** Removes what this browser keeps outside of its database: names, choices, drafts, links, photos that were shared. */
export async function forgetDevice(): Promise<void> {
  forgetPerson();
  await globalThis.caches?.delete("larder-shared").catch(() => false);
}
