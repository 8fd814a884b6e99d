import { strings, useStrings } from "../../lib/i18n";
import { shopping as de } from "../../locales/de/shopping";
import { shopping as en } from "../../locales/en/shopping";

const both = { en, de };

export function useShoppingStrings(): typeof en {
  return useStrings(both);
}

export function shoppingStrings(): typeof en {
  return strings(both);
}
