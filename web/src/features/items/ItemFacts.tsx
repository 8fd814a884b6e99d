import type { GroceryItem } from "../../api/types";
import { usePreferences } from "../../api/cached/use-data";
import { formatDate, formatDay } from "../../lib/time/dates";
import { expiryDate } from "../../lib/domain/freshness";
import { ownPlaceOf, placeOf } from "../../lib/domain/places";
import { useLanguage } from "../../lib/language/i18n";
import { money } from "../../lib/language/money";
import { quantityText, translated, useCommon } from "../../ui/strings";
import styles from "./ItemFacts.module.css";
import { expiryReason } from "./reason";
import { shareName } from "./shares";
import { useFactsStrings } from "virtual:strings/facts";
import { useFieldsStrings } from "virtual:strings/fields";
import { useItemsStrings } from "virtual:strings/items";

/** The facts of an item. `rest` omits those that the form above shows. */
export function ItemFacts({ item, now, rest = false }: { item: GroceryItem; now: Date; rest?: boolean }) {
  const common = useCommon();
  const t = useItemsStrings();
  const fields = useFieldsStrings();
  const facts = useFactsStrings();
  const language = useLanguage();
  const own = usePreferences().data?.places;
  const why = expiryReason(facts, item);
  const moment = (at: string | null | undefined) => (at ? formatDay(language, at, now) : undefined);
  const left = item.left ? ` · ${t.shareLeft[shareName(item.left)]}` : "";
  const shown: readonly (readonly [string, string | undefined])[] = [
    [
      fields.dateKinds[item.dateKind ?? "estimate"],
      `${formatDay(language, expiryDate(item), now)}${why ? `\n${why}` : ""}`,
    ],
    [common.place, ownPlaceOf(item, own)?.name ?? common.places[placeOf(item)]],
    [common.quantity, `${quantityText(common, language, item.quantity, item.unit)}${left}`],
    [common.category, translated(common.categories, item.category)],
  ];
  const known: readonly (readonly [string, string | undefined])[] = [
    ...(rest ? [] : shown),
    [t.opened, moment(item.openedAt)],
    [t.frozen, moment(item.frozenAt)],
    [t.thawed, moment(item.thawedAt)],
    [facts.price, item.price == null ? undefined : money(language, item.price, item.currency)],
    [facts.receiptLine, item.rawText ?? undefined],
    [common.notes, item.notes ?? undefined],
    [facts.addedOn, rest ? formatDate(language, item.createdAt) : undefined],
  ];
  return (
    <dl className={`stack ${styles.facts}`}>
      {known.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt className="soft small">{name}</dt>
              <dd className="pre-line">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
