import { freeTexts } from "../../../api/item-fields";
import type { GroceryItem } from "../../../api/types";
import { useOwnPlaces } from "../../../api/settings/own-places";
import { formatDate, formatDay } from "../../../lib/time/dates";
import { expiryDate } from "../../../lib/domain/freshness";
import { ownPlaceOf, placeOf } from "../../../lib/domain/places";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { categoryText } from "../../../ui/text/category-text";
import { quantityText, useCommon } from "../../../ui/text/strings";
import styles from "./ItemFacts.module.css";
import { expiryReason } from "./reason";
import { shareName } from "./shares";
import { useFactsStrings } from "virtual:strings/facts";
import { useFieldsStrings } from "virtual:strings/fields";
import { useItemsStrings } from "virtual:strings/items";

/** Shows until when an item keeps and why, and what else is known of it. What is unknown has no row. */
export function ItemFacts({ item, now }: { item: GroceryItem; now: Date }) {
  const common = useCommon();
  const t = useItemsStrings();
  const fields = useFieldsStrings();
  const facts = useFactsStrings();
  const language = useLanguage();
  const own = useOwnPlaces();
  const reason = expiryReason(facts, item);
  const dayText = (at: string | null | undefined) => (at ? formatDay(language, at, now) : undefined);
  const left = item.left ? ` · ${t.shareLeft[shareName(item.left)]}` : "";
  const rows: readonly (readonly [string, string | undefined])[] = [
    [
      fields.dateKinds[item.dateKind ?? "estimate"],
      `${formatDay(language, expiryDate(item), now)}${reason ? `\n${reason}` : ""}`,
    ],
    [common.place, ownPlaceOf(item, own)?.name ?? common.places[placeOf(item)]],
    [common.quantity, `${quantityText(common, language, item.quantity, item.unit)}${left}`],
    [common.category, categoryText(common, item.category)],
    [t.opened, dayText(item.openedAt)],
    [t.frozen, dayText(item.frozenAt)],
    [t.thawed, dayText(item.thawedAt)],
    [facts.price, item.price == null ? undefined : money(language, item.price, item.currency)],
    [facts.receiptLine, item.rawText ?? undefined],
    ...Object.values(freeTexts((field) => [common[field], item[field] ?? undefined] as const)),
    [facts.addedOn, formatDate(language, item.createdAt)],
  ];
  return (
    <dl className={`stack ${styles.facts}`}>
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt className="muted small">{name}</dt>
              <dd className="pre-line">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
