import { germanOnDemand, strings, useStrings } from "../lib/i18n";
import { common as en } from "../locales/en/common";

const both = germanOnDemand(en, async () => (await import("../locales/de/common")).common);
export type Common = typeof en;

/** The words that every screen shares. */
export function useCommon(): Common {
  return useStrings(both);
}

export function commonStrings(): Common {
  return strings(both);
}

/** A category or unit in the reader's language; what a person wrote themselves stays as it is. */
export function translated(names: Record<string, string>, name: string): string {
  return names[name] ?? name;
}
