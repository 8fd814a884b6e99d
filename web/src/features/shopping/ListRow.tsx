import { useRef, useState } from "react";
import { Check, Refrigerator, Trash2 } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { formatNumber } from "../../lib/dates";
import { useLanguage } from "../../lib/i18n";
import { LIST_SWIPE } from "../../lib/swipe";
import { Badge } from "../../ui/Badge";
import { IconButton } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { translated, useCommon } from "../../ui/strings";
import { useSwipe } from "../../ui/use-swipe";
import styles from "./ListRow.module.css";
import { useShoppingStrings } from "./strings";

interface ListRowProps {
  item: ShoppingListItem;
  /** Bought: into the larder with it. */
  onTrack: () => void;
  onRemove: () => void;
  onToggle: () => void;
}

/** One line of the list. Dragging it to the right, by finger or mouse, does the same as its "Add to Tracker" button. */
export function ListRow({ item, onTrack, onRemove, onToggle }: ListRowProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const front = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [armed, setArmed] = useState(false);
  useSwipe(front, LIST_SWIPE, {
    mouse: true,
    enabled: !item.isCompleted,
    onRight: onTrack,
    onMove: (offset, outcome) => {
      // The offset is capped at 200 px by the rule, and the panel is as wide as the row has moved.
      if (panel.current) panel.current.style.width = `${offset}px`;
      setArmed(outcome === "right");
    },
  });

  return (
    <li className={styles.row} data-id={item.id} data-completed={item.isCompleted || undefined}>
      <div ref={panel} className={classes(styles.panel, armed && styles.armed)} aria-hidden>
        <span><Refrigerator size={20} />{armed && t.addToTracker}</span>
      </div>
      <div ref={front} className={styles.front}>
        <button
          type="button" role="checkbox" aria-checked={item.isCompleted} className={styles.check}
          aria-label={item.isCompleted ? t.reopenNamed(item.name) : t.completeNamed(item.name)} onClick={onToggle}
        >
          <span>{item.isCompleted && <Check size={16} strokeWidth={2.5} aria-hidden />}</span>
        </button>
        <div className={styles.words}>
          <h3 className={styles.name}>
            <span className={styles.amount}>{common.quantityUnit(formatNumber(language, item.quantity), translated(common.units, item.unit))}</span> {item.name}
          </h3>
          <Badge>{translated(common.categories, item.category)}</Badge>
          {item.notes && <p className={styles.notes}>{item.notes}</p>}
        </div>
        {!item.isCompleted && (
          <IconButton label={t.toTrackerNamed(item.name)} icon={<Refrigerator size={20} strokeWidth={1.75} aria-hidden />} className={styles.track} onClick={onTrack} />
        )}
        <IconButton label={t.removeNamed(item.name)} icon={<Trash2 size={20} strokeWidth={1.75} aria-hidden />} className={styles.remove} onClick={onRemove} />
        {!item.isCompleted && <p className={styles.hint}>{t.swipeHint}</p>}
      </div>
    </li>
  );
}
