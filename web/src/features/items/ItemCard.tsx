import { memo, useRef, useState } from "react";
import { Archive, Pencil, Trash2, Utensils } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatComing, formatDate } from "../../lib/dates";
import { currentFreshness, daysLeft, lifeLeft } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/i18n";
import { ITEM_SWIPE } from "../../lib/swipe";
import { Badge } from "../../ui/Badge";
import { IconButton } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { FreshnessBadge, LifeBar } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import { expiryLabel } from "../../ui/expiry-label";
import { quantityText, translated, useCommon } from "../../ui/strings";
import { useSwipe } from "../../ui/use-swipe";
import styles from "./ItemCard.module.css";
import { useItemsStrings } from "./strings";

interface ItemCardProps {
  item: GroceryItem;
  now: Date;
  isNew?: boolean;
  /** Without it there is no edit button, and a tap on the card does nothing. */
  onEdit?: (item: GroceryItem) => void;
  onEaten?: (item: GroceryItem) => void;
  /** Without both there are no other buttons either, and no swipe: the card is only looked at. */
  onArchive?: (item: GroceryItem) => void;
  onDelete?: (item: GroceryItem) => void;
}

/** One thing in the larder. Swipe right to archive, left to delete; the buttons do the same. */
export const ItemCard = memo(function ItemCard({ item, now, isNew, onEdit, onEaten, onArchive, onDelete }: ItemCardProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const ref = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ side: "left" | "right" | null; armed: boolean }>({ side: null, armed: false });
  useSwipe(ref, ITEM_SWIPE, {
    mouse: true,
    enabled: onArchive !== undefined && onDelete !== undefined,
    onRight: () => onArchive?.(item),
    onLeft: () => onDelete?.(item),
    onMove: (offset, outcome) => {
      const side = offset > 0 ? "right" : offset < 0 ? "left" : null;
      const armed = outcome !== "none";
      setDrag((before) => (before.side === side && before.armed === armed ? before : { side, armed }));
    },
  });
  const status = currentFreshness(item, now);

  return (
    <li className={styles.row} data-status={status}>
      <div className={classes(styles.under, drag.side === "right" && styles.archive, drag.side === "left" && styles.delete, drag.armed && styles.armed)} aria-hidden>
        {drag.side === "right" && <span><Archive size={20} />{t.swipeArchive}</span>}
        {drag.side === "left" && <span>{t.swipeDelete}<Trash2 size={20} /></span>}
      </div>
      <div ref={ref} className={styles.card}>
        <CategoryIcon category={item.category} />
        <div className={styles.words}>
          <div className={styles.title}>
            <h3 className={styles.name}>
              {/* Takes the taps of the whole card; for the keyboard and for readers there is the pencil. */}
              {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
              {onEdit ? <span className={styles.open} onClick={() => onEdit(item)}>{item.name}</span> : item.name}
            </h3>
            {isNew && <Badge tone="default">{t.justAdded}</Badge>}
          </div>
          <div className={styles.meta}>
            <p>{translated(common.categories, item.category)} · {quantityText(common, language, item.quantity, item.unit)}{item.frozenAt && item.storage === "freezer" ? ` · ${t.isFrozen}` : item.openedAt ? ` · ${t.isOpen}` : ""}</p>
            <FreshnessBadge status={status} />
          </div>
        </div>
        <div className={styles.life}>
          <LifeBar status={status} left={lifeLeft(item, now)} days={daysLeft(item.expiresAt, now)} />
          <p className={styles.expiry}>
            <strong className={styles[status]}>
              {status !== "expired" && <>{formatComing(language, item.expiresAt, now)} · </>}
              {expiryLabel(common, item.expiresAt, now)}
            </strong>
            <span className={styles.added}>{common.added(formatDate(language, item.createdAt))}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {onEaten && <IconButton label={t.eatenNamed(item.name)} icon={<Utensils size={20} strokeWidth={1.75} aria-hidden />} className={styles.eaten} onClick={() => onEaten(item)} />}
          {onEdit && <IconButton label={t.editNamed(item.name)} icon={<Pencil size={20} strokeWidth={1.75} aria-hidden />} onClick={() => onEdit(item)} />}
          {onArchive && <IconButton label={t.archiveNamed(item.name)} icon={<Archive size={20} strokeWidth={1.75} aria-hidden />} onClick={() => onArchive(item)} />}
          {onDelete && <IconButton label={t.deleteNamed(item.name)} icon={<Trash2 size={20} strokeWidth={1.75} aria-hidden />} onClick={() => onDelete(item)} />}
        </div>
      </div>
    </li>
  );
});
