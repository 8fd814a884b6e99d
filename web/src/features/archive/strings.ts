import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/archive";

export function useArchiveStrings(): Sentences["archive"] {
  return useStrings(table);
}
