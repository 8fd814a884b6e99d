import { Archive, Snowflake, Trash2, Utensils, UtensilsCrossed, X } from "lucide-react";
import { IconButton } from "../../ui/Button";
import styles from "./SelectionBar.module.css";
import { useItemsStrings } from "./strings";

interface SelectionBarProps {
  count: number;
  onAll: () => void;
  onEaten: () => void;
  onTossed: () => void;
  onFreeze: () => void;
  onArchive: () => void;
  onDelete: () => void;
  onDone: () => void;
}

/** Actions on the selected items, at the bottom of the screen. */
export default function SelectionBar({
  count,
  onAll,
  onEaten,
  onTossed,
  onFreeze,
  onArchive,
  onDelete,
  onDone,
}: SelectionBarProps) {
  const t = useItemsStrings();
  const action = (label: string, Icon: typeof Archive, run: () => void) => (
    <button type="button" className={styles.action} aria-disabled={count === 0} onClick={() => count > 0 && run()}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span>{label}</span>
    </button>
  );
  return (
    <section className={styles.bar} aria-label={t.selectSeveral}>
      <div className={styles.head}>
        <IconButton label={t.endSelecting} icon={<X size={20} aria-hidden />} onClick={onDone} />
        <p role="status" className={styles.count}>
          {t.selected(count)}
        </p>
        <button type="button" className={styles.all} onClick={onAll}>
          {t.selectAll}
        </button>
      </div>
      <div role="group" aria-label={t.selected(count)} className={styles.actions}>
        {action(t.used, Utensils, onEaten)}
        {action(t.tossed, UtensilsCrossed, onTossed)}
        {action(t.freeze, Snowflake, onFreeze)}
        {action(t.archive, Archive, onArchive)}
        {action(t.swipeDelete, Trash2, onDelete)}
      </div>
    </section>
  );
}
