import { useStrings } from "../../lib/i18n";
import { archive as de } from "../../locales/de/archive";
import { archive as en } from "../../locales/en/archive";

const both = { en, de };

export function useArchiveStrings(): typeof en {
  return useStrings(both);
}
