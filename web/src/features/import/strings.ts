import { useStrings } from "../../lib/i18n";
import { imports as de } from "../../locales/de/import";
import { imports as en } from "../../locales/en/import";

const both = { en, de };

export function useImportStrings(): typeof en {
  return useStrings(both);
}
