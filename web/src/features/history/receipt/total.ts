import type { Receipt } from "../../../api/types";
import type { Language } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import type { useHistoryStrings } from "virtual:strings/history";

/** Returns why the lines may be incomplete: they differ from the receipt's total, or the total is unknown. */
export function totalProblem(
  t: ReturnType<typeof useHistoryStrings>["receipt"],
  language: Language,
  { total, currency, offBy }: Pick<Receipt, "total" | "currency" | "offBy">,
): string | undefined {
  if (typeof total !== "number" || typeof offBy !== "number") return t.sumUnknown;
  const amount = money(language, Math.abs(offBy), currency);
  return offBy === 0 ? undefined : offBy > 0 ? t.sumMissing(amount) : t.sumOver(amount);
}
