import { memo, useState } from "react";
import { ChevronDown } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import {
  dayIndex,
  daysLeft,
  expiryDate,
  freshnessAt,
  isPastBestBefore,
  larderToday,
} from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { classes } from "../../../ui/classes";
import { expiryLabel, shownFreshness, printedUseByText } from "../../../ui/text/expiry-label";
import { useCommon } from "../../../ui/text/strings";
import { CardDay } from "./CardDay";
import { CardFacts } from "./CardFacts";
import { GroupMembers } from "./GroupMembers";
import styles from "./ItemCard.module.css";
import { SelectBox } from "./SelectBox";
import { SwipeableRow } from "./SwipeableRow";
import { UseButton } from "./UseButton";
import { isSameGroup, type ItemGroup } from "./grouping";
import type { SwipeMeaning } from "./swipe-meaning";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "../use-item-actions";

export interface ItemCardProps {
  group: ItemGroup;
  now: Date;
  isNew?: boolean;
  /** True if the details of the item are shown next to the list. */
  isCurrent?: boolean;
  /** Without it, a tap on the row does nothing. */
  onOpen?: ((item: GroceryItem) => void) | undefined;
  /** Without them, the row has no buttons and cannot be swiped. */
  actions?: ItemActions | undefined;
  swipe?: SwipeMeaning;
  onSwipe?: ((item: GroceryItem, side: "left" | "right") => void) | undefined;
  /** Undefined unless several items are being selected. */
  selected?: boolean | undefined;
  onSelect?: ((items: readonly GroceryItem[], chosen: boolean) => void) | undefined;
}

/**
 * Shows an item, or several equal ones, in a row: name, place and amount, and the day at the right. A tap opens it. A
 * swipe does what the user chose once; the opened item has the same actions.
 */
export const ItemCard = memo(
  function ItemCard(props: ItemCardProps) {
    const { group, now, isNew, isCurrent, onOpen, actions, swipe = "outcome", onSwipe, selected, onSelect } = props;
    const common = useCommon();
    const t = useItemsStrings();
    const language = useLanguage();
    const [isExpanded, setIsExpanded] = useState(false);
    const { first: item, items } = group;
    const warning =
      printedUseByText(common, language, item, now) ??
      (isPastBestBefore(item, now) ? expiryLabel(common, language, item, now) : undefined);
    const isSelecting = selected !== undefined;
    const isGroup = items.length > 1;
    const membersId = `${item.id}-all`;
    const name = <bdi className="clamp capital">{item.name}</bdi>;

    return (
      <li
        className={`place ${styles.row}`}
        data-key={group.key}
        data-status={shownFreshness(item, now)}
        aria-current={isCurrent || undefined}
      >
        <SwipeableRow item={item} swipe={swipe} onSwipe={isSelecting || !actions ? undefined : onSwipe}>
          <div className={classes("place row gap-10", styles.card, (selected ?? isCurrent) && "chosen")}>
            {isSelecting ? (
              <SelectBox
                selected={selected}
                label={t.select(items.length, item.name)}
                onSelect={(checked) => onSelect?.(items, checked)}
              />
            ) : (
              <CategoryIcon category={item.category} kind={item.kind} />
            )}
            <div className={`grow shrink ${styles.text}`}>
              <div className={`row gap-8 shrink ${styles.head}`}>
                <h2 className="title shrink">
                  {onOpen && !isSelecting ? (
                    <button type="button" className="hit stack full" onClick={() => onOpen(item)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </h2>
                {isGroup && isSelecting && <span className="badge middle rigid small bold well">×{items.length}</span>}
                {isGroup && !isSelecting && (
                  <button
                    type="button"
                    className={`place badge middle gap-2 rigid small bold well ${styles.count}`}
                    aria-expanded={isExpanded}
                    aria-controls={membersId}
                    aria-label={t.showAllOf(items.length, item.name)}
                    onClick={() => setIsExpanded(!isExpanded)}
                  >
                    ×{items.length}
                    <ChevronDown size={14} aria-hidden className="chevron" />
                  </button>
                )}
                <CardDay item={item} now={now} isInText={warning !== undefined} />
              </div>
              <CardFacts group={group} now={now} isNew={isNew} warning={warning} />
            </div>
            {actions && !isSelecting && <UseButton item={item} actions={actions} label={item.name} />}
          </div>
        </SwipeableRow>
        {isGroup && isExpanded && !isSelecting && (
          <GroupMembers id={membersId} items={items} now={now} onOpen={onOpen} actions={actions} />
        )}
      </li>
    );
  },
  (before, after) =>
    isSameGroup(before.group, after.group) &&
    COMPARED_PROPS.every((key) => before[key] === after[key]) &&
    after.group.items.every((item) => isSameAt(item, before.now, after.now)),
);

const COMPARED_PROPS = ["isNew", "isCurrent", "onOpen", "actions", "swipe", "onSwipe", "selected", "onSelect"] as const;

/** Returns true if the row of an item looks the same at both times, so that only changed rows are rendered. */
function isSameAt(item: GroceryItem, before: Date, after: Date): boolean {
  const shownAt = (now: Date) => [
    freshnessAt(item, now),
    daysLeft(item, now),
    dayIndex(expiryDate(item), larderToday(now)),
  ];
  return before === after || shownAt(before).join() === shownAt(after).join();
}
