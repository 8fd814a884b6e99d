import { strings, useStrings } from "../../lib/i18n";
import { household as de } from "../../locales/de/household";
import { household as en } from "../../locales/en/household";

const both = { en, de };

export function useHouseholdStrings(): typeof en {
  return useStrings(both);
}

export function householdStrings(): typeof en {
  return strings(both);
}
