import { formatNumber } from "../../../lib/time/dates";
import type { Language } from "../../../lib/language/i18n";
import { amountsText, type Common } from "../../../ui/text/strings";
import type { ListLine } from "./list-lines";

/** Formats the amounts of a line, without the unit if it is only `ownUnit`: "3". */
export function listedText(amounts: ListLine["amounts"], ownUnit: string, common: Common, language: Language): string {
  const [first, ...others] = amounts;
  return first?.unit === ownUnit && others.length === 0
    ? formatNumber(language, first.quantity)
    : amountsText(common, language, amounts);
}
