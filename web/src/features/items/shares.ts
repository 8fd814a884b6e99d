/** The shares of a thing that can be left, each by one tap. */
export const SHARES = [0.25, 0.5, 0.75] as const;

export function shareName(left: number): "quarter" | "half" | "most" | "all" {
  return left <= 0.25 ? "quarter" : left <= 0.5 ? "half" : left < 1 ? "most" : "all";
}
