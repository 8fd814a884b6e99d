import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/history";

export function useHistoryStrings(): Sentences["history"] {
  return useStrings(table);
}
