import { useStrings } from "../../lib/i18n";
import { history as de } from "../../locales/de/history";
import { history as en } from "../../locales/en/history";

const both = { en, de };

export function useHistoryStrings(): typeof en {
  return useStrings(both);
}
