import type { GroceryItem, Schemas } from "../../../api/types";
import type { useFactsStrings } from "virtual:strings/facts";

type Words = ReturnType<typeof useFactsStrings>;

/** From this number of days the reason counts months, as the label of an item does. */
const MIN_DAYS_IN_MONTHS = 60;

/**
 * Returns the reason of a date: "3 to 5 days in the fridge (USDA FoodKeeper)". Undefined for dates from the user or a
 * package.
 */
export function expiryReason(t: Words, item: GroceryItem): string | undefined {
  if (item.expiryReason) return reasonText(t, item.expiryReason);
  const { days, range, storage, source } = item.guide?.usual ?? {};
  if (item.dateKind || days !== item.shelfLifeDays || item.storage !== storage || !storage || !source) return undefined;
  if (range) return t.why(t.range[range.unit](range.from, range.to), storage, "kept", source);
  return reasonText(t, { because: "kept", days, storage, source });
}

function reasonText(t: Words, { because, days, storage, source }: Schemas["ExpiryReason"]): string {
  const span =
    days >= 365 && days % 365 === 0
      ? t.span.years(days / 365)
      : days >= MIN_DAYS_IN_MONTHS
        ? t.span.months(Math.round(days / 30))
        : t.span.days(days);
  return t.why(span, storage, because, source);
}
