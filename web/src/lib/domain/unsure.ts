/** The user should check receipt lines below this confidence. */
const MIN_CONFIDENCE = 0.7;

export function isUnsure({ confidence }: { confidence?: number | null }): boolean {
  return typeof confidence === "number" && confidence < MIN_CONFIDENCE;
}
