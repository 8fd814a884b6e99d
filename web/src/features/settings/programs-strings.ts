import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/programs";

export function useProgramsStrings(): Sentences["programs"] {
  return useStrings(table);
}
