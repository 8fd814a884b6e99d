import { strings, useStrings } from "../../lib/i18n";
import table from "virtual:strings/household";

export function useHouseholdStrings(): Sentences["household"] {
  return useStrings(table);
}

export function householdStrings(): Sentences["household"] {
  return strings(table);
}
