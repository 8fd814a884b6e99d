import type { Receipt } from "../../../api/types";
import type { Language } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { useHistoryStrings } from "virtual:strings/history";

interface ReceiptTotal {
  /** True if the sum of the lines differs from the total, or the total is unknown. */
  hasMismatch: boolean;
  text: string;
}

/** Compares the lines with the receipt's total. */
export function compareTotal(
  t: ReturnType<typeof useHistoryStrings>["receipt"],
  language: Language,
  receipt: Pick<Receipt, "total" | "currency" | "offBy">,
): ReceiptTotal {
  const { total, currency, offBy } = receipt;
  if (typeof total !== "number" || typeof offBy !== "number") return { hasMismatch: true, text: t.sumUnknown };
  const totalText = t.total(money(language, total, currency));
  if (offBy === 0) return { hasMismatch: false, text: `${totalText} ${t.sumRight}` };
  const amount = money(language, Math.abs(offBy), currency);
  return { hasMismatch: true, text: `${totalText} ${offBy > 0 ? t.sumMissing(amount) : t.sumOver(amount)}` };
}
