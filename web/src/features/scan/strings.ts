import { strings, useStrings } from "../../lib/i18n";
import { scan as de } from "../../locales/de/scan";
import { scan as en } from "../../locales/en/scan";

const both = { en, de };
export type ScanStrings = typeof en;

export function useScanStrings(): ScanStrings {
  return useStrings(both);
}

export function scanStrings(): ScanStrings {
  return strings(both);
}
