import { formatNumber } from "../../../lib/time/dates";
import type { Language } from "../../../lib/language/i18n";
import { type Common, quantityText } from "../../../ui/text/strings";
import type { ListLine } from "./list-lines";

/** Formats amounts: "2 cartons", "1 gallon + 2 cartons". */
export function amountText({ amounts }: Pick<ListLine, "amounts">, common: Common, language: Language): string {
  return amounts.map(({ quantity, unit }) => quantityText(common, language, quantity, unit)).join(" + ");
}

/** Formats amounts, without the unit if it is only `ownUnit`: "3". */
export function listedText(amounts: ListLine["amounts"], ownUnit: string, common: Common, language: Language): string {
  const [first, ...others] = amounts;
  return first?.unit === ownUnit && others.length === 0
    ? formatNumber(language, first.quantity)
    : amountText({ amounts }, common, language);
}
