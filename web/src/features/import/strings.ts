import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/import";

export function useImportStrings(): Sentences["import"] {
  return useStrings(table);
}
