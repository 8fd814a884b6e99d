import { memo, useRef, useState } from "react";
import { Check, Pencil, Refrigerator, Trash2 } from "lucide-react";
import { useIsLooker } from "../../../api/household/role";
import { useLanguage } from "../../../lib/language/i18n";
import { LIST_SWIPE } from "../../../lib/gestures/swipe";
import { Button } from "../../../ui/widgets/Button";
import { Menu } from "../../../ui/widgets/Menu";
import { classes } from "../../../ui/classes";
import { amountsText, translated, useCommon } from "../../../ui/text/strings";
import { useLongPress } from "../../../ui/hooks/use-long-press";
import { useSwipe } from "../../../ui/hooks/use-swipe";
import styles from "./ListRow.module.css";
import { isSameLine, type ListLine } from "./list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

export interface RowActions {
  /** Moves a bought line into the larder. */
  move: (line: ListLine, isSwiped: boolean) => void;
  remove: (line: ListLine) => void;
  toggle: (line: ListLine) => void;
  edit: (line: ListLine) => void;
}

interface ListRowProps {
  line: ListLine;
  /** Shows a button to undo the tick. */
  justTicked: boolean;
  /** Hides the hint for swiping. */
  knowsSwipe: boolean;
  /** True for the first line of an aisle, which shows the aisle's name above it. */
  startsAisle: boolean;
  actions: RowActions;
}

/**
 * Shows a line of the list. A tap ticks it, a long press edits it, and a swipe to the right moves it into the larder;
 * the menu has the same actions. A tick renders only its own row again, not hundreds of others.
 */
export const ListRow = memo(
  function ListRow({ line, justTicked, knowsSwipe, startsAisle, actions }: ListRowProps) {
    const common = useCommon();
    const t = useShoppingStrings();
    const isLooker = useIsLooker();
    const language = useLanguage();
    const front = useRef<HTMLDivElement>(null);
    const panel = useRef<HTMLDivElement>(null);
    const [isArmed, setIsArmed] = useState(false);
    const { name, isCompleted } = line;
    useSwipe(front, LIST_SWIPE, {
      mouse: true,
      enabled: !isCompleted && !isLooker,
      onRight: () => actions.move(line, true),
      onMove: (offset, outcome) => {
        // The panel is as wide as the row has moved, at most 200 px by the rule.
        if (panel.current) panel.current.style.width = `${offset}px`;
        setIsArmed(outcome === "right");
      },
    });

    useLongPress(front, () => actions.edit(line), "[role=checkbox]", !isLooker);

    return (
      <li className={`stack ${styles.row}`} data-id={line.id} data-completed={isCompleted || undefined}>
        {startsAisle && (
          <p className={`muted small strong shrink ${styles.aisle}`}>{translated(common.categories, line.category)}</p>
        )}
        <div className="place clip">
          <div
            ref={panel}
            className={classes("cover clip row gap-8 green wash bold nowrap", styles.panel, isArmed && "solid")}
            aria-hidden
          >
            <Refrigerator size={20} />
            {isArmed && t.addToLarder}
          </div>
          <div ref={front} className={`place stack middle draggable ${styles.front}`}>
            <button
              type="button"
              role="checkbox"
              aria-checked={isCompleted}
              className={`hit center ${styles.check}`}
              aria-label={name}
              onClick={() => actions.toggle(line)}
            >
              <span className="box">{isCompleted && <Check size={16} strokeWidth={2.5} aria-hidden />}</span>
            </button>
            <div className={`stack shrink ${styles.words}`}>
              <h3 className="name capital shrink snug">{name}</h3>
            </div>
            <span className="muted">{isOne(line) ? "" : amountsText(common, language, line.amounts)}</span>
            <Menu
              label={t.moreFor(name)}
              className="place no-print members-only"
              groups={() => [
                {
                  entries: [
                    {
                      label: t.addToLarder,
                      icon: <Refrigerator size={18} aria-hidden />,
                      onChoose: () => actions.move(line, false),
                    },
                    { label: common.edit, icon: <Pencil size={18} aria-hidden />, onChoose: () => actions.edit(line) },
                  ],
                },
                {
                  entries: [
                    {
                      label: common.delete,
                      icon: <Trash2 size={18} aria-hidden />,
                      danger: true,
                      onChoose: () => actions.remove(line),
                    },
                  ],
                },
              ]}
            />
            {/* Covers the amount and the menu, so that nothing moves. */}
            {justTicked && (
              <Button variant="ghost" size="small" className={styles.undo} onClick={() => actions.toggle(line)}>
                {common.undo}
              </Button>
            )}
            {line.notes !== "" && <p className={`clamp muted small ${styles.notes}`}>{line.notes}</p>}
            {/* Reserves its space on a row that was just ticked, so that nothing moves. */}
            {(!isCompleted || justTicked) && !knowsSwipe && (
              <p className={classes("muted small no-print members-only", styles.hint, isCompleted && "invisible")}>
                {t.swipeHint}
              </p>
            )}
          </div>
        </div>
      </li>
    );
  },
  (before, after) => isSameLine(before.line, after.line) && COMPARED_PROPS.every((key) => before[key] === after[key]),
);

/** Returns true for one of a thing without a unit, whose amount says nothing. */
function isOne({ amounts }: ListLine): boolean {
  const [only, ...others] = amounts;
  return others.length === 0 && only?.quantity === 1 && only.unit === "item";
}

const COMPARED_PROPS = ["justTicked", "knowsSwipe", "startsAisle", "actions"] as const;
