/**
 * What the reader is less sure of than this is worth a look: as a rule a word that it does not know, or one on a
 * receipt that does not add up.
 */
const SURE = 0.7;

export function isUnsure({ confidence }: { confidence?: number | null }): boolean {
  return typeof confidence === "number" && confidence < SURE;
}
