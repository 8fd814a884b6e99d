import { strings, useStrings } from "../../lib/i18n";
import table from "virtual:strings/scan";

export type ScanStrings = Sentences["scan"];

export function useScanStrings(): ScanStrings {
  return useStrings(table);
}

export function scanStrings(): ScanStrings {
  return strings(table);
}
