import { germanOnDemand, useStrings } from "../../lib/i18n";
import { items as en } from "../../locales/en/items";

const both = germanOnDemand(en, async () => (await import("../../locales/de/items")).items);

export function useItemsStrings(): typeof en {
  return useStrings(both);
}
