import { strings, useStrings } from "../../lib/i18n";
import { shopping as de } from "../../locales/de/shopping";
import { shopping as en } from "../../locales/en/shopping";
import { translated, useCommon } from "../../ui/strings";

const both = { en, de };

export function useShoppingStrings(): typeof en {
  return useStrings(both);
}

export function shoppingStrings(): typeof en {
  return strings(both);
}

/** A unit's name in the reader's language; the catalogue uses a few more than the rest of the product. */
export function useUnitName(): (unit: string) => string {
  const common = useCommon();
  const t = useShoppingStrings();
  return (unit) => t.units[unit] ?? translated(common.units, unit);
}
