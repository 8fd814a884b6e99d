import { useEffect, useRef } from "react";
import { Archive, Pencil, Trash2 } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatDate, formatDay } from "../../lib/dates";
import { currentFreshness, daysLeft, expiryDate, lifeLeft } from "../../lib/domain/freshness";
import { placeOf } from "../../lib/domain/places";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage } from "../../lib/i18n";
import { money } from "../../lib/money";
import { Button } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { FreshnessBadge, LifeBar } from "../../ui/Freshness";
import surface from "../../ui/Surface.module.css";
import { classes } from "../../ui/classes";
import { expiryLabel } from "../../ui/expiry-label";
import { quantityText, translated, useCommon } from "../../ui/strings";
import { FoodStates } from "./FoodStates";
import styles from "./ItemDetail.module.css";

import { expiryReason } from "./reason";
import { shareName } from "./shares";
import { useItemsStrings } from "./strings";
import type { ItemActions } from "./use-item-actions";

interface ItemDetailProps {
  item: GroceryItem;
  now: Date;
  actions: ItemActions;
  onEdit: (item: GroceryItem) => void;
  /** It was asked for, so it says so to who listens. */
  focus: boolean;
  /** Back to the list. */
  onLeave: () => void;
}

/** All that is known of a thing, beside the list. */
export default function ItemDetail({ item, now, actions, onEdit, focus, onLeave }: ItemDetailProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true });
  }, [focus, item.id]);

  const status = currentFreshness(item, now);
  const why = expiryReason(t, item);
  const moment = (at: string | null | undefined) => (at ? formatDay(language, at, now) : undefined);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t.dateKinds[item.dateKind ?? "estimate"], `${formatDay(language, expiryDate(item), now)}${why ? `\n${why}` : ""}`],
    [t.place, t.places[placeOf(item)]],
    [
      common.quantity,
      `${quantityText(common, language, item.quantity, item.unit)}${item.left ? ` · ${t.shareLeft[shareName(item.left)]}` : ""}`,
    ],
    [common.category, translated(common.categories, item.category)],
    [t.opened, moment(item.openedAt)],
    [t.frozen, moment(item.frozenAt)],
    [t.thawed, moment(item.thawedAt)],
    [t.price, item.price == null ? undefined : money(language, item.price, item.currency)],
    [t.receiptLine, item.rawText ?? undefined],
    [common.notes, item.notes ?? undefined],
  ];
  return (
    // Escape only goes where the list's own keys cannot: back to it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby="item-detail"
      className={classes(surface.card, styles.detail)}
      onKeyDown={(event) => event.key === "Escape" && onLeave()}
    >
      <div className={styles.head}>
        <CategoryIcon category={item.category} />
        <div className={styles.words}>
          <h2 id="item-detail" ref={heading} tabIndex={-1} className={styles.title}>
            <bdi>{item.name}</bdi>
          </h2>
          <p className={surface.soft}>
            {common.added(formatDate(language, item.createdAt))}
            {isUnsure(item) && ` · ${t.unsure}`}
          </p>
        </div>
      </div>
      <div className={styles.life}>
        <p className={styles.when}>
          <FreshnessBadge status={status} /> <strong>{expiryLabel(common, item.expiresAt, now)}</strong>
        </p>
        <LifeBar status={status} left={lifeLeft(item, now)} days={daysLeft(item.expiresAt, now)} />
      </div>
      <FoodStates
        item={item}
        now={now}
        onState={(event) => actions.happened(item, event)}
        onOutcome={(outcome) => (outcome === "used" ? actions.eaten(item) : actions.tossed(item))}
      />
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <div className={styles.actions}>
        <Button variant="primary" icon={<Pencil size={18} aria-hidden />} onClick={() => onEdit(item)}>
          {t.edit}
        </Button>
        <Button icon={<Archive size={18} aria-hidden />} onClick={() => actions.archive(item)}>
          {t.archive}
        </Button>
        <Button icon={<Trash2 size={18} aria-hidden />} onClick={() => actions.remove(item)}>
          {t.delete}
        </Button>
      </div>
    </section>
  );
}
