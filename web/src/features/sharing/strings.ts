import { useStrings } from "../../lib/i18n";
import { sharing as de } from "../../locales/de/sharing";
import { sharing as en } from "../../locales/en/sharing";

const both = { en, de };

export function useSharingStrings(): typeof en {
  return useStrings(both);
}
