import type { GroceryItem } from "../../../api/types";
import { isSoldWithoutDate } from "../../../lib/domain/catalogue";
import type { ScannedDate } from "../../../lib/domain/date-labels";
import { typedDay } from "../../../lib/domain/typed-day";
import type { Language } from "../../../lib/language/i18n";
import { fieldsOf, withDate, withDay } from "../../../ui/item-fields/model";
import { sameItems } from "../list/selection";

/** The date of one package: typed, or read from the package. */
export interface PackageDate {
  readonly day: string;
  readonly printed?: ScannedDate;
}

/** Returns the items whose packages have a date, in one step each; equal items share a step. */
export function stepsOf(items: readonly GroceryItem[]): readonly (readonly [GroceryItem, ...GroceryItem[]])[] {
  const dated = items.filter(({ category }) => !isSoldWithoutDate(category));
  return dated
    .map((item) => [item, ...sameItems(dated, item)] as const)
    .filter(([first, ...others]) => others.every((other) => dated.indexOf(first) < dated.indexOf(other)));
}

/** Returns the changed items: each item gets the date of its step. */
export function changesOf(
  language: Language,
  steps: readonly (readonly GroceryItem[])[],
  dates: readonly (PackageDate | undefined)[],
): readonly { before: GroceryItem; after: GroceryItem }[] {
  return steps.flatMap((items, step) => {
    const date = dates[step];
    if (!date || typedDay(date.day) === undefined) return [];
    return items.map((before) => {
      const fields = withDay(fieldsOf(language, before), date.day, before, date.printed ?? null);
      return { before, after: withDate(before, fields) };
    });
  });
}
