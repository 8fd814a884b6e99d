/** Lines below this confidence should be checked: usually an unknown word, or a receipt that does not add up. */
const SURE = 0.7;

export function isUnsure({ confidence }: { confidence?: number | null }): boolean {
  return typeof confidence === "number" && confidence < SURE;
}
