import { memo, useRef, useState, type ReactNode } from "react";
import { Archive, ChevronDown, Utensils, X } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatComing, formatDay, formatShort } from "../../lib/time/dates";
import { currentFreshness, dayIndex, daysLeft, expiryDate, lifeLength } from "../../lib/domain/freshness";
import { placeOf } from "../../lib/domain/places";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage } from "../../lib/language/i18n";
import { ITEM_SWIPE } from "../../lib/gestures/swipe";
import { IconButton } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { FreshnessIcon, LifeBar } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import { expiryText } from "../../ui/expiry-label";
import { quantityText, translated, useCommon } from "../../ui/strings";
import { useSwipe } from "../../ui/use-swipe";
import { ItemMenu } from "./ItemMenu";
import styles from "./ItemCard.module.css";
import { isSameGroup, type ItemGroup } from "./grouping";
import { isCounted, shareName } from "./shares";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "./use-item-actions";

export interface ItemCardProps {
  group: ItemGroup;
  now: Date;
  isNew?: boolean;
  /** Shown beside the list. */
  isCurrent?: boolean;
  /** Without it there is nothing to edit, and a tap on the card does nothing. */
  onOpen?: ((item: GroceryItem) => void) | undefined;
  onEdit?: ((item: GroceryItem) => void) | undefined;
  /** Without them there are no buttons, and no swipe: the card is only looked at. */
  actions?: ItemActions | undefined;
  /** While several are chosen: whether this one is. */
  selected?: boolean | undefined;
  onSelect?: ((items: readonly GroceryItem[], chosen: boolean) => void) | undefined;
}

/** The number of days that fit into one line. */
const DAYS_SHOWN = 4;

/**
 * One thing in the larder, or several that are equal: what is done is done with the earliest. Swipe right to archive,
 * left to delete; the menu does the same.
 */
export const ItemCard = memo(
  function ItemCard(props: ItemCardProps) {
    const { group, now, isNew, isCurrent, onOpen, onEdit, actions, selected, onSelect } = props;
    const common = useCommon();
    const t = useItemsStrings();
    const language = useLanguage();
    const [unfolded, setUnfolded] = useState(false);
    const { first: item, items } = group;
    const status = currentFreshness(item, now);
    const selecting = selected !== undefined;
    const several = items.length > 1;
    const membersId = `${item.id}-all`;
    const name = <bdi className="clamp capital">{item.name}</bdi>;

    return (
      <li
        className={`place ${styles.row}`}
        data-key={group.key}
        data-status={status}
        aria-current={isCurrent || undefined}
      >
        <Swiped item={item} actions={selecting ? undefined : actions}>
          <div className={classes("card place flex gap-10", styles.card, (selected ?? isCurrent) && "chosen")}>
            {selecting ? (
              <SelectBox
                selected={selected}
                label={t.select(items.length, item.name)}
                onSelect={(checked) => onSelect?.(items, checked)}
              />
            ) : (
              <CategoryIcon category={item.category} kind={item.kind} />
            )}
            <div className={`flex wrap grow shrink ${styles.body}`}>
              <div className={`shrink ${styles.head}`}>
                <div className="row gap-8 shrink">
                  <h2 className="shrink large snug">
                    {onOpen && !selecting ? (
                      <button type="button" className="hit stack full" onClick={() => onOpen(item)}>
                        {name}
                      </button>
                    ) : (
                      name
                    )}
                  </h2>
                  {several && selecting && <span className="badge middle rigid small bold well">×{items.length}</span>}
                  {several && !selecting && (
                    <button
                      type="button"
                      className={`place badge middle gap-2 rigid small bold well ${styles.count}`}
                      aria-expanded={unfolded}
                      aria-controls={membersId}
                      aria-label={t.showAllOf(items.length, item.name)}
                      onClick={() => setUnfolded(!unfolded)}
                    >
                      ×{items.length}
                      <ChevronDown size={14} aria-hidden className="chevron" />
                    </button>
                  )}
                </div>
                <p className="small">
                  <strong className={`row gap-4 bold ${status}`}>
                    <FreshnessIcon status={status} size={14} />
                    {expiryText(common, language, item, now)}
                  </strong>
                </p>
              </div>
              {actions && !selecting && (
                <div className="flex rigid end place">
                  <UseButton item={item} actions={actions} label={item.name} />
                  <ItemMenu item={item} actions={actions} onEdit={onEdit} />
                </div>
              )}
              <p className="facts full soft small">
                {/* "Expired 1 day ago" says it already. */}
                {status !== "expired" && <span className={status}>{common[status]}</span>}
                {isNew && <span className="green strong">{t.justAdded}</span>}
                {items.some(isUnsure) && <span className="soon">{t.unsure}</span>}
                {several && <span>{days(language, items, now)}</span>}
                {states(t, item).map((state) => (
                  <span key={state}>{state}</span>
                ))}
                {group.place && <span>{group.place}</span>}
                <span>{amount(common, language, items)}</span>
                <span>{translated(common.categories, item.category)}</span>
                <span>{common.added(formatShort(language, item.createdAt, now))}</span>
              </p>
              <LifeBar status={status} length={lifeLength(item, now)} />
            </div>
          </div>
        </Swiped>
        {several && unfolded && !selecting && (
          <ul id={membersId} className={styles.members} aria-label={item.name}>
            {items.map((member) => (
              <li key={member.id} className="row tap">
                <span className="flex wrap gap-8 grow shrink soft small">
                  <strong className={currentFreshness(member, now)}>{expiryText(common, language, member, now)}</strong>
                  <span>{quantityText(common, language, member.quantity, member.unit)}</span>
                </span>
                {actions && (
                  <>
                    <UseButton
                      item={member}
                      actions={actions}
                      label={`${member.name}, ${formatDay(language, expiryDate(member), now)}`}
                    />
                    <ItemMenu item={member} actions={actions} onEdit={onEdit} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </li>
    );
  },
  (before, after) =>
    isSameGroup(before.group, after.group) &&
    KEPT.every((key) => before[key] === after[key]) &&
    after.group.items.every((item) => isSameTime(item, before.now, after.now)),
);

/** Returns true if the card of an item shows the same at both times: only the cards whose day changed are drawn. */
function isSameTime(item: GroceryItem, before: Date, after: Date): boolean {
  const shownAt = (now: Date) => [
    currentFreshness(item, now),
    daysLeft(item.expiresAt, now),
    dayIndex(expiryDate(item), now),
    Math.round(lifeLength(item, now) * 100),
  ];
  return before === after || shownAt(before).join() === shownAt(after).join();
}

const KEPT = ["isNew", "isCurrent", "onOpen", "onEdit", "actions", "selected", "onSelect"] as const;

/** Uses up the item; where several are left of it, only one of them. */
function UseButton({ item, actions, label }: { item: GroceryItem; actions: ItemActions; label: string }) {
  const t = useItemsStrings();
  const counted = isCounted(item);
  return (
    <IconButton
      label={counted ? t.usedOneNamed(label) : t.eatenNamed(label)}
      icon={<Utensils size={20} strokeWidth={1.75} aria-hidden />}
      className="green"
      onClick={() => (counted ? actions.markOneUsed(item) : actions.markUsed(item))}
    />
  );
}

type Words = ReturnType<typeof useCommon>;
type Tongue = ReturnType<typeof useLanguage>;

/** The days of equal things, each once: "Wed, Thu". */
function days(language: Tongue, items: readonly GroceryItem[], now: Date): string {
  const all = [
    ...new Set(
      items.map((item) =>
        Date.parse(item.expiresAt) <= now.getTime()
          ? formatDay(language, expiryDate(item), now)
          : formatComing(language, expiryDate(item), now),
      ),
    ),
  ];
  return all.length > DAYS_SHOWN ? `${all.slice(0, DAYS_SHOWN).join(", ")} …` : all.join(", ");
}

function amount(common: Words, language: Tongue, items: readonly GroceryItem[]): string {
  const sum = items.reduce((total, { quantity }) => total + quantity, 0);
  return quantityText(common, language, Math.round(sum * 1000) / 1000, items[0]?.unit ?? "item");
}

/** The parts of its food state that matter now. */
function states(t: ReturnType<typeof useItemsStrings>, item: GroceryItem): readonly string[] {
  const frozen = placeOf(item) === "freezer" && item.frozenAt;
  return [
    ...(item.left ? [t.shareLeft[shareName(item.left)]] : []),
    ...(frozen ? [t.isFrozen] : item.openedAt ? [t.isOpen] : []),
  ];
}

/** The panel that a swipe uncovers. */
function Swiped({
  item,
  actions,
  children,
}: {
  item: GroceryItem;
  actions: ItemActions | undefined;
  children: ReactNode;
}) {
  const t = useItemsStrings();
  const ref = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ side: "left" | "right" | null; armed: boolean }>({ side: null, armed: false });
  useSwipe(ref, ITEM_SWIPE, {
    mouse: true,
    leaves: true,
    enabled: actions !== undefined,
    onRight: () => actions?.archive(item),
    onLeft: () => actions?.remove(item),
    onMove: (offset, outcome) => {
      const side = offset > 0 ? "right" : offset < 0 ? "left" : null;
      const armed = outcome !== "none";
      setDrag((before) => (before.side === side && before.armed === armed ? before : { side, armed }));
    },
  });
  return (
    <div className={`place clip ${styles.swiped}`}>
      {drag.side !== null && (
        <div
          className={classes(
            "row gap-8 small bold wash cover pad",
            drag.side === "right" ? "green" : "expired at-end",
            drag.armed && (drag.side === "right" ? "solid" : "solid danger"),
          )}
          aria-hidden
        >
          {drag.side === "right" ? (
            <>
              <Archive size={20} />
              <span>{t.swipeArchive}</span>
            </>
          ) : (
            <>
              <span>{t.swipeDelete}</span>
              <X size={20} />
            </>
          )}
        </div>
      )}
      <div ref={ref} className={`place draggable ${styles.front}`}>
        {children}
      </div>
    </div>
  );
}

/** A checkbox that shows a tap at once, while the list is rendered in the background. */
function SelectBox({
  selected,
  label,
  onSelect,
}: {
  selected: boolean;
  label: string;
  onSelect: (checked: boolean) => void;
}) {
  const [tapped, setTapped] = useState<{ checked: boolean; before: boolean } | null>(null);
  // Once the list is drawn it decides again, also after "Select all".
  if (tapped !== null && tapped.before !== selected) setTapped(null);
  const checked = tapped?.checked ?? selected;
  return (
    <label className="hit center tap">
      <input
        type="checkbox"
        className="place"
        checked={checked}
        aria-label={label}
        onChange={(event) => {
          setTapped({ checked: event.target.checked, before: selected });
          onSelect(event.target.checked);
        }}
      />
    </label>
  );
}
