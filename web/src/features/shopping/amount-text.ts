import type { Language } from "../../lib/i18n";
import { type Common, quantityText } from "../../ui/strings";
import type { Line } from "./lines";

/** "2 cartons", "1 gallon + 2 cartons". */
export function amountText({ amounts }: Pick<Line, "amounts">, common: Common, language: Language): string {
  return amounts.map(({ quantity, unit }) => quantityText(common, language, quantity, unit)).join(" + ");
}
