import type { GroceryItem } from "../../../api/types";
import { useLanguage } from "../../../lib/language/i18n";
import { expiryText, shownFreshness } from "../../../ui/text/expiry-label";
import { quantityText, useCommon } from "../../../ui/text/strings";
import type { ItemActions } from "../use-item-actions";
import styles from "./ItemCard.module.css";
import { UseButton } from "./UseButton";

interface GroupMembersProps {
  id: string;
  items: readonly GroceryItem[];
  now: Date;
  /** Without it, the items cannot be opened. */
  onOpen: ((item: GroceryItem) => void) | undefined;
  /** Without them, the rows have no buttons. */
  actions: ItemActions | undefined;
}

/** Shows each of several equal items, with its day and amount. */
export function GroupMembers({ id, items, now, onOpen, actions }: GroupMembersProps) {
  const common = useCommon();
  const language = useLanguage();
  return (
    <ul id={id} className={styles.members} aria-label={items[0]?.name}>
      {items.map((item) => {
        const label = expiryText(common, language, item, now);
        const status = shownFreshness(item, now);
        return (
          <li key={item.id} className="row tap place">
            <span className="flex wrap gap-8 grow shrink muted small">
              {onOpen ? (
                <button
                  type="button"
                  className={`hit strong ${status}`}
                  aria-label={`${item.name}, ${label}`}
                  onClick={() => onOpen(item)}
                >
                  {label}
                </button>
              ) : (
                <strong className={status}>{label}</strong>
              )}
              <span>{quantityText(common, language, item.quantity, item.unit)}</span>
            </span>
            {actions && <UseButton item={item} actions={actions} label={`${item.name}, ${label}`} />}
          </li>
        );
      })}
    </ul>
  );
}
