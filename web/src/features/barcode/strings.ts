import table from "virtual:strings/barcode";
import { useStrings } from "../../lib/i18n";

export type BarcodeStrings = Sentences["barcode"];

export function useBarcodeStrings(): BarcodeStrings {
  return useStrings(table);
}

/** Why there is no picture, as a person can act on it. */
export function cameraProblem(t: BarcodeStrings, error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  return { NotAllowedError: t.denied, NotFoundError: t.none, NotReadableError: t.inUse }[name] ?? t.failed;
}
