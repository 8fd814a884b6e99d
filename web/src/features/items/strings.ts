import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/items";

export function useItemsStrings(): Sentences["items"] {
  return useStrings(table);
}
