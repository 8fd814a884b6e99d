import { useStrings } from "../../lib/i18n";
import { account as de } from "../../locales/de/account";
import { account as en } from "../../locales/en/account";

const both = { en, de };

export function useAccountStrings(): typeof en {
  return useStrings(both);
}
