import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/shopping";

export function useShoppingStrings(): Sentences["shopping"] {
  return useStrings(table);
}
