import { useStrings } from "../../lib/i18n";
import { joining as de } from "../../locales/de/joining";
import { joining as en } from "../../locales/en/joining";

const both = { en, de };

export function useJoiningStrings(): typeof en {
  return useStrings(both);
}
