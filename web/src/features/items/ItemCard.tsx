import { memo, useRef, useState, type ReactNode } from "react";
import { Archive, ChevronDown, Utensils, X } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatFutureDay, formatDay, formatShort } from "../../lib/time/dates";
import { dayIndex, daysLeft, expiryDate, freshnessAt, larderToday } from "../../lib/domain/freshness";
import { placeOf } from "../../lib/domain/places";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage, type Language } from "../../lib/language/i18n";
import { ITEM_SWIPE } from "../../lib/gestures/swipe";
import { IconButton } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { FreshnessIcon } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import { expiryText, shownFreshness, useByText } from "../../ui/expiry-label";
import { quantityText, translated, useCommon, type Common } from "../../ui/strings";
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
  /** The heading above the first card of a section. */
  heading?: string | undefined;
  /** True if the details of the item are shown next to the list. */
  isCurrent?: boolean;
  /** Without it, a tap on the card does nothing. */
  onOpen?: ((item: GroceryItem) => void) | undefined;
  onEdit?: ((item: GroceryItem) => void) | undefined;
  /** Without them, the card has no buttons and cannot be swiped. */
  actions?: ItemActions | undefined;
  /** Undefined unless several items are being selected. */
  selected?: boolean | undefined;
  onSelect?: ((items: readonly GroceryItem[], chosen: boolean) => void) | undefined;
}

/** The number of days that fit into one line. */
const MAX_DAYS = 4;

/**
 * Shows an item, or several equal ones; actions apply to the one that expires first. A swipe to the right archives, to
 * the left deletes; the menu has both as well.
 */
export const ItemCard = memo(
  function ItemCard(props: ItemCardProps) {
    const { group, now, isNew, heading, isCurrent, onOpen, onEdit, actions, selected, onSelect } = props;
    const common = useCommon();
    const t = useItemsStrings();
    const language = useLanguage();
    const [isExpanded, setIsExpanded] = useState(false);
    const { first: item, items } = group;
    const status = shownFreshness(item, now);
    const warning = useByText(common, language, item, now);
    const isSelecting = selected !== undefined;
    const isGroup = items.length > 1;
    const membersId = `${item.id}-all`;
    const name = <bdi className="clamp capital">{item.name}</bdi>;

    return (
      <li
        className={`place ${styles.row}`}
        data-key={group.key}
        data-status={status}
        aria-current={isCurrent || undefined}
      >
        {heading !== undefined && <p className={`soft small strong ${styles.heading}`}>{heading}</p>}
        <SwipeableCard item={item} actions={isSelecting ? undefined : actions}>
          <div className={classes("card place flex gap-10", styles.card, (selected ?? isCurrent) && "chosen")}>
            {isSelecting ? (
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
                  <h2 className="title shrink">
                    {onOpen && !isSelecting ? (
                      <button type="button" className="hit stack full" onClick={() => onOpen(item)}>
                        {name}
                      </button>
                    ) : (
                      name
                    )}
                  </h2>
                  {isGroup && isSelecting && (
                    <span className="badge middle rigid small bold well">×{items.length}</span>
                  )}
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
                </div>
                <p className="facts soft small">
                  <strong className={`row gap-4 bold ${status}`}>
                    <FreshnessIcon status={status} size={14} />
                    {expiryText(common, language, item, now)}
                  </strong>
                  {warning !== undefined && <span className="expired strong">{warning}</span>}
                  {isNew && <span className="green strong">{t.justAdded}</span>}
                  {items.some(isUnsure) && <span className="soon">{t.unsure}</span>}
                  {isGroup && <span>{daysText(language, items, now)}</span>}
                  {stateTexts(t, item).map((state) => (
                    <span key={state}>{state}</span>
                  ))}
                  {group.place && <span>{group.place}</span>}
                  <span>{totalText(common, language, items)}</span>
                </p>
                {/* Seen in the opened item: an icon and a colour tell the status, a picture the category. */}
                <p className="visually-hidden">
                  {[
                    // The label above already contains it.
                    ...(freshnessAt(item, now) === "expired" ? [] : [common[status]]),
                    translated(common.categories, item.category),
                    common.added(formatShort(language, item.createdAt, now)),
                  ].join(", ")}
                </p>
              </div>
              {actions && !isSelecting && (
                <div className="flex rigid end place">
                  <UseButton item={item} actions={actions} label={item.name} />
                  <ItemMenu item={item} actions={actions} onEdit={onEdit} />
                </div>
              )}
            </div>
          </div>
        </SwipeableCard>
        {isGroup && isExpanded && !isSelecting && (
          <ul id={membersId} className={styles.members} aria-label={item.name}>
            {items.map((member) => (
              <li key={member.id} className="row tap">
                <span className="flex wrap gap-8 grow shrink soft small">
                  <strong className={shownFreshness(member, now)}>{expiryText(common, language, member, now)}</strong>
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
    COMPARED_PROPS.every((key) => before[key] === after[key]) &&
    after.group.items.every((item) => isSameAt(item, before.now, after.now)),
);

/** Returns true if the card of an item looks the same at both times, so that only changed cards are rendered. */
function isSameAt(item: GroceryItem, before: Date, after: Date): boolean {
  const shownAt = (now: Date) => [
    freshnessAt(item, now),
    daysLeft(item, now),
    dayIndex(expiryDate(item), larderToday(now)),
  ];
  return before === after || shownAt(before).join() === shownAt(after).join();
}

const COMPARED_PROPS = [
  "isNew",
  "heading",
  "isCurrent",
  "onOpen",
  "onEdit",
  "actions",
  "selected",
  "onSelect",
] as const;

/** Uses up the item; if its quantity is a count, only one of it. */
function UseButton({ item, actions, label }: { item: GroceryItem; actions: ItemActions; label: string }) {
  const t = useItemsStrings();
  const hasCount = isCounted(item);
  return (
    <IconButton
      label={hasCount ? t.usedOneNamed(label) : t.eatenNamed(label)}
      icon={<Utensils size={20} strokeWidth={1.75} aria-hidden />}
      className="green"
      onClick={() => (hasCount ? actions.markOneUsed(item) : actions.markUsed(item))}
    />
  );
}

/** Returns the expiry days of equal items, each once: "Wed, Thu". */
function daysText(language: Language, items: readonly GroceryItem[], now: Date): string {
  const all = [
    ...new Set(
      items.map((item) =>
        freshnessAt(item, now) === "expired"
          ? formatDay(language, expiryDate(item), now)
          : formatFutureDay(language, expiryDate(item), larderToday(now)),
      ),
    ),
  ];
  return all.length > MAX_DAYS ? `${all.slice(0, MAX_DAYS).join(", ")} …` : all.join(", ");
}

function totalText(common: Common, language: Language, items: readonly GroceryItem[]): string {
  const sum = items.reduce((total, { quantity }) => total + quantity, 0);
  return quantityText(common, language, Math.round(sum * 1000) / 1000, items[0]?.unit ?? "item");
}

/** Returns the share that is left, and whether the item is frozen or opened. */
function stateTexts(t: ReturnType<typeof useItemsStrings>, item: GroceryItem): readonly string[] {
  const frozen = placeOf(item) === "freezer" && item.frozenAt;
  return [
    ...(item.left ? [t.shareLeft[shareName(item.left)]] : []),
    ...(frozen ? [t.isFrozen] : item.openedAt ? [t.isOpen] : []),
  ];
}

/** Makes a card swipeable, with a panel below it that a swipe uncovers. */
function SwipeableCard({
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
  const [drag, setDrag] = useState<{ side: "left" | "right" | null; isArmed: boolean }>({ side: null, isArmed: false });
  useSwipe(ref, ITEM_SWIPE, {
    mouse: true,
    leaves: true,
    enabled: actions !== undefined,
    onRight: () => actions?.archive(item),
    onLeft: () => actions?.remove(item),
    onMove: (offset, outcome) => {
      const side = offset > 0 ? "right" : offset < 0 ? "left" : null;
      const isArmed = outcome !== "none";
      setDrag((before) => (before.side === side && before.isArmed === isArmed ? before : { side, isArmed }));
    },
  });
  return (
    <div className={`place clip ${styles.swiped}`}>
      {drag.side !== null && (
        <div
          className={classes(
            "row gap-8 small bold wash cover pad",
            drag.side === "right" ? "green" : "expired at-end",
            drag.isArmed && (drag.side === "right" ? "solid" : "solid danger"),
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

/** Shows a checkbox whose state changes at once, before the list is rendered. */
function SelectBox({
  selected,
  label,
  onSelect,
}: {
  selected: boolean;
  label: string;
  onSelect: (checked: boolean) => void;
}) {
  const [change, setChange] = useState<{ checked: boolean; before: boolean } | null>(null);
  // The list's state replaces the own one as soon as it has changed, also after "Select all".
  if (change !== null && change.before !== selected) setChange(null);
  const checked = change?.checked ?? selected;
  return (
    <label className="hit center tap">
      <input
        type="checkbox"
        className="place"
        checked={checked}
        aria-label={label}
        onChange={(event) => {
          setChange({ checked: event.target.checked, before: selected });
          onSelect(event.target.checked);
        }}
      />
    </label>
  );
}
