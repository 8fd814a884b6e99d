import { formatNumber } from "../../lib/dates";
import type { Language } from "../../lib/i18n";
import { translated, type Common } from "../../ui/strings";
import type { Line } from "./lines";

/** "2 cartons", "1 gallon + 2 cartons". */
export function amountText({ amounts }: Pick<Line, "amounts">, common: Common, language: Language): string {
  return amounts.map(({ quantity, unit }) => common.quantityUnit(formatNumber(language, quantity), translated(common.units, unit))).join(" + ");
}
