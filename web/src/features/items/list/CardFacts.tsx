import type { GroceryItem } from "../../../api/types";
import { expiryDate, freshnessAt, larderToday } from "../../../lib/domain/freshness";
import { placeOf } from "../../../lib/domain/places";
import { isUnsure } from "../../../lib/domain/unsure";
import { useLanguage, type Language } from "../../../lib/language/i18n";
import { formatFutureDay, formatShort } from "../../../lib/time/dates";
import { categoryText } from "../../../ui/text/category-text";
import { shownFreshness } from "../../../ui/text/expiry-label";
import { quantityText, useCommon } from "../../../ui/text/strings";
import { shareName } from "../item/shares";
import type { ItemGroup } from "./grouping";
import { useItemsStrings } from "virtual:strings/items";

/** The number of days that fit into one line. */
const MAX_DAYS = 4;

interface CardFactsProps {
  group: ItemGroup;
  now: Date;
  isNew: boolean | undefined;
  /** What to say of a printed date that is near or past. */
  warning: string | undefined;
}

/** Shows what a card says below the name: warnings, days, state, place and amount. */
export function CardFacts({ group: { first: item, items, place }, now, isNew, warning }: CardFactsProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const status = shownFreshness(item, now);
  const quantity = items.reduce((sum, member) => sum + member.quantity, 0);
  return (
    <>
      <p className="facts muted small">
        {warning !== undefined && <span className={`strong ${status}`}>{warning}</span>}
        {isNew && <span className="green strong">{t.justAdded}</span>}
        {items.some(isUnsure) && <span className="soon">{t.unsure}</span>}
        {items.length > 1 && <span>{daysText(language, items, now)}</span>}
        {stateTexts(t, item).map((state) => (
          <span key={state}>{state}</span>
        ))}
        <span>{place ?? common.places[placeOf(item)]}</span>
        <span>{quantityText(common, language, Math.round(quantity * 1_000) / 1_000, item.unit)}</span>
      </p>
      {/* Seen in the opened item: a colour and an icon tell the status, a picture the category. */}
      <p className="visually-hidden">
        {[
          // The day already contains it.
          ...(freshnessAt(item, now) === "expired" ? [] : [common[status]]),
          categoryText(common, item.category),
          common.added(formatShort(language, item.createdAt, now)),
        ].join(", ")}
      </p>
    </>
  );
}

/** Returns the expiry days of equal items, each once: "Wed, Thu". */
function daysText(language: Language, items: readonly GroceryItem[], now: Date): string {
  const all = [...new Set(items.map((item) => formatFutureDay(language, expiryDate(item), larderToday(now))))];
  return all.length > MAX_DAYS ? `${all.slice(0, MAX_DAYS).join(", ")} …` : all.join(", ");
}

/** Returns the share that is left, and whether the item is frozen or opened. */
function stateTexts(t: ReturnType<typeof useItemsStrings>, item: GroceryItem): readonly string[] {
  const frozen = placeOf(item) === "freezer" && item.frozenAt;
  return [
    ...(item.left ? [t.shareLeft[shareName(item.left)]] : []),
    ...(frozen ? [t.isFrozen] : item.openedAt ? [t.isOpen] : []),
  ];
}
