import { memo, useRef, useState, type ReactNode } from "react";
import { Archive, ChevronDown, Trash2, Utensils, X } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { formatFutureDay, formatShort } from "../../../lib/time/dates";
import {
  dayIndex,
  daysLeft,
  expiryDate,
  freshnessAt,
  isPastBestBefore,
  larderToday,
} from "../../../lib/domain/freshness";
import { placeOf } from "../../../lib/domain/places";
import { isUnsure } from "../../../lib/domain/unsure";
import { useLanguage, type Language } from "../../../lib/language/i18n";
import { ITEM_SWIPE } from "../../../lib/gestures/swipe";
import { IconButton } from "../../../ui/widgets/Button";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { FreshnessIcon } from "../../../ui/widgets/Freshness";
import { classes } from "../../../ui/classes";
import { expiryLabel, expiryText, shownFreshness, printedUseByText } from "../../../ui/text/expiry-label";
import { SEPARATOR } from "../../../ui/text/separator";
import { categoryText } from "../../../ui/text/category-text";
import { quantityText, useCommon, type Common } from "../../../ui/text/strings";
import { useSwipe } from "../../../ui/hooks/use-swipe";
import styles from "./ItemCard.module.css";
import { isSameGroup, type ItemGroup } from "./grouping";
import { isCounted, shareName } from "../item/shares";
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

/** The number of days that fit into one line. */
const MAX_DAYS = 4;

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
    const status = shownFreshness(item, now);
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
        data-status={status}
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
                <Day item={item} now={now} isInText={warning !== undefined} />
              </div>
              <p className="facts muted small">
                {warning !== undefined && <span className={`strong ${status}`}>{warning}</span>}
                {isNew && <span className="green strong">{t.justAdded}</span>}
                {items.some(isUnsure) && <span className="soon">{t.unsure}</span>}
                {isGroup && <span>{daysText(language, items, now)}</span>}
                {stateTexts(t, item).map((state) => (
                  <span key={state}>{state}</span>
                ))}
                <span>{group.place ?? common.places[placeOf(item)]}</span>
                <span>{totalText(common, language, items)}</span>
              </p>
              {/* Seen in the opened item: a colour and an icon tell the status, a picture the category. */}
              <p className="visually-hidden">
                {[
                  // The day already contains it.
                  ...(freshnessAt(item, now) === "expired" ? [] : [common[status]]),
                  categoryText(common, item.category),
                  common.added(formatShort(language, item.createdAt, now)),
                ].join(", ")}
              </p>
            </div>
            {actions && !isSelecting && <UseButton item={item} actions={actions} label={item.name} />}
          </div>
        </SwipeableRow>
        {isGroup && isExpanded && !isSelecting && (
          <ul id={membersId} className={styles.members} aria-label={item.name}>
            {items.map((member) => {
              const label = expiryText(common, language, member, now);
              return (
                <li key={member.id} className="row tap place">
                  <span className="flex wrap gap-8 grow shrink muted small">
                    {onOpen ? (
                      <button
                        type="button"
                        className={`hit strong ${shownFreshness(member, now)}`}
                        aria-label={`${member.name}, ${label}`}
                        onClick={() => onOpen(member)}
                      >
                        {label}
                      </button>
                    ) : (
                      <strong className={shownFreshness(member, now)}>{label}</strong>
                    )}
                    <span>{quantityText(common, language, member.quantity, member.unit)}</span>
                  </span>
                  {actions && <UseButton item={member} actions={actions} label={`${member.name}, ${label}`} />}
                </li>
              );
            })}
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

/** Returns true if the row of an item looks the same at both times, so that only changed rows are rendered. */
function isSameAt(item: GroceryItem, before: Date, after: Date): boolean {
  const shownAt = (now: Date) => [
    freshnessAt(item, now),
    daysLeft(item, now),
    dayIndex(expiryDate(item), larderToday(now)),
  ];
  return before === after || shownAt(before).join() === shownAt(after).join();
}

const COMPARED_PROPS = ["isNew", "isCurrent", "onOpen", "actions", "swipe", "onSwipe", "selected", "onSelect"] as const;

/**
 * Shows the day at the end of a row, coloured only if it is past, today or tomorrow. Screen readers hear the label of
 * specification §4 too, unless the text beside it says it (`isInText`).
 */
function Day({ item, now, isInText }: { item: GroceryItem; now: Date; isInText: boolean }) {
  const common = useCommon();
  const language = useLanguage();
  const status = shownFreshness(item, now);
  const isExpired = freshnessAt(item, now) === "expired";
  const day = expiryDate(item);
  const index = dayIndex(day, larderToday(now));
  const isUrgent = isExpired || index <= 1;
  const label = expiryLabel(common, language, item, now);
  return (
    <p className={`rigid end ${styles.day}`}>
      <strong className={classes("row gap-4 at-end", isUrgent ? `bold ${status}` : "muted strong")}>
        {isUrgent && <FreshnessIcon status={status} size={14} />}
        <span aria-hidden={isExpired || undefined}>{formatFutureDay(language, day, larderToday(now))}</span>
        {isExpired
          ? !isInText && <span className="visually-hidden">{label}</span>
          : index > 0 && <span className="visually-hidden">{`${SEPARATOR}${label}`}</span>}
      </strong>
    </p>
  );
}

/** Uses up the item; if its quantity is a count, only one of it. */
function UseButton({ item, actions, label }: { item: GroceryItem; actions: ItemActions; label: string }) {
  const t = useItemsStrings();
  const hasCount = isCounted(item);
  return (
    <IconButton
      label={hasCount ? t.usedOneNamed(label) : t.eatenNamed(label)}
      icon={<Utensils size={20} strokeWidth={1.75} aria-hidden />}
      className="green place"
      onClick={() => (hasCount ? actions.markOneUsed(item) : actions.markUsed(item))}
    />
  );
}

/** Returns the expiry days of equal items, each once: "Wed, Thu". */
function daysText(language: Language, items: readonly GroceryItem[], now: Date): string {
  const all = [...new Set(items.map((item) => formatFutureDay(language, expiryDate(item), larderToday(now))))];
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

/** Makes a row swipeable, with a panel below it that a swipe uncovers. */
function SwipeableRow({
  item,
  swipe,
  onSwipe,
  children,
}: {
  item: GroceryItem;
  swipe: SwipeMeaning;
  onSwipe: ItemCardProps["onSwipe"];
  children: ReactNode;
}) {
  const t = useItemsStrings();
  const ref = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ side: "left" | "right" | null; isArmed: boolean }>({ side: null, isArmed: false });
  useSwipe(ref, ITEM_SWIPE, {
    mouse: true,
    leaves: true,
    enabled: onSwipe !== undefined,
    onRight: () => onSwipe?.(item, "right"),
    onLeft: () => onSwipe?.(item, "left"),
    onMove: (offset, outcome) => {
      const side = offset > 0 ? "right" : offset < 0 ? "left" : null;
      const isArmed = outcome !== "none";
      setDrag((before) => (before.side === side && before.isArmed === isArmed ? before : { side, isArmed }));
    },
  });
  const isOutcome = swipe === "outcome";
  return (
    <div className="place clip">
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
              {isOutcome ? <Utensils size={20} /> : <Archive size={20} />}
              <span>{isOutcome ? t.used : t.swipeArchive}</span>
            </>
          ) : (
            <>
              <span>{isOutcome ? t.tossed : t.swipeDelete}</span>
              {isOutcome ? <Trash2 size={20} /> : <X size={20} />}
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
    <label className={`hit center tap ${styles.select}`}>
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
