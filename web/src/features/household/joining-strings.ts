import { useStrings } from "../../lib/i18n";
import table from "virtual:strings/joining";

export function useJoiningStrings(): Sentences["joining"] {
  return useStrings(table);
}
