import { useStrings } from "../../lib/i18n";
import { settings as de } from "../../locales/de/settings";
import { settings as en } from "../../locales/en/settings";

const both = { en, de };

export function useSettingsStrings(): typeof en {
  return useStrings(both);
}
