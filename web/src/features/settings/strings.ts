import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/settings";

export function useSettingsStrings(): Sentences["settings"] {
  return useStrings(table);
}
