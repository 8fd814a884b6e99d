import { formatNumber } from "../../lib/time/dates";
import type { Language } from "../../lib/language/i18n";
import { type Common, quantityText } from "../../ui/strings";
import type { ListLine } from "./list-lines";

/** "2 cartons", "1 gallon + 2 cartons". */
export function amountText({ amounts }: Pick<ListLine, "amounts">, common: Common, language: Language): string {
  return amounts.map(({ quantity, unit }) => quantityText(common, language, quantity, unit)).join(" + ");
}

/** The same as short as can be: "3" where the only unit is that of the thing itself. */
export function listedText(amounts: ListLine["amounts"], ownUnit: string, common: Common, language: Language): string {
  const [only, ...others] = amounts;
  return only?.unit === ownUnit && others.length === 0
    ? formatNumber(language, only.quantity)
    : amountText({ amounts }, common, language);
}
