import { learnCode } from "../../api/product-codes";
import type { GroceryItem } from "../../api/types";
import { sameFoodKey } from "../../lib/domain/food-name";
import type { FoundProduct } from "../../lib/domain/gs1";
import { showToast } from "../../ui/toasts";
import { scanStrings } from "virtual:strings/scan";

/**
 * Stores the name of an added item for the code of its package. Asks before it replaces the name of a known code for
 * the whole household.
 */
export function learnName({ gtin: code, known }: FoundProduct, item: GroceryItem): void {
  if (!code) return;
  const { name, category, quantity, unit } = item;
  const learn = () => learnCode({ code, name, category, quantity, unit });
  if (!known) return learn();
  if (sameFoodKey(known.name) === sameFoodKey(name)) return;
  const t = scanStrings();
  showToast({
    title: t.renameCode(name),
    text: t.renameCodeText(known.name),
    durationMs: 10_000,
    action: { label: t.renameCodeAction, run: learn },
  });
}
