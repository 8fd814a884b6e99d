import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/account";

export function useAccountStrings(): Sentences["account"] {
  return useStrings(table);
}
