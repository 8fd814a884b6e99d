import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/sharing";

export function useSharingStrings(): Sentences["sharing"] {
  return useStrings(table);
}
