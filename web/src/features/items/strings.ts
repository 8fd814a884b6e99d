import { useStrings } from "../../lib/i18n";
import { items as de } from "../../locales/de/items";
import { items as en } from "../../locales/en/items";

const both = { en, de };

export function useItemsStrings(): typeof en {
  return useStrings(both);
}
