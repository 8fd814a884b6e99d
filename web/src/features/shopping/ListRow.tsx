import { memo, useRef, useState } from "react";
import { Check, Pencil, Refrigerator, Trash2 } from "lucide-react";
import { useLanguage } from "../../lib/language/i18n";
import { LIST_SWIPE } from "../../lib/gestures/swipe";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Menu } from "../../ui/Menu";
import { classes } from "../../ui/classes";
import { translated, useCommon } from "../../ui/strings";
import { useLongPress } from "../../ui/use-long-press";
import { useSwipe } from "../../ui/use-swipe";
import styles from "./ListRow.module.css";
import { amountText } from "./amount-text";
import { isSameLine, type ListLine } from "./list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

export interface RowActions {
  /** Bought: into the larder with it. `swiped` if by the gesture. */
  track: (line: ListLine, swiped: boolean) => void;
  remove: (line: ListLine) => void;
  toggle: (line: ListLine) => void;
  edit: (line: ListLine) => void;
}

interface ListRowProps {
  line: ListLine;
  /** Ticked just now: it offers to be taken back. */
  justDone: boolean;
  /** The user has swiped before, so the hint is hidden. */
  knowsSwipe: boolean;
  /** The first of its aisle, but not of the list. */
  newAisle: boolean;
  actions: RowActions;
}

/**
 * One line of the list: a tap anywhere on it ticks it, a long press or its menu corrects it. Dragging it to the right, by
 * finger or mouse, does the same as "Add to Tracker" in its menu. A tick draws its own row again, not the five
 * hundred others.
 */
export const ListRow = memo(
  function ListRow({ line, justDone, knowsSwipe, newAisle, actions }: ListRowProps) {
    const common = useCommon();
    const t = useShoppingStrings();
    const language = useLanguage();
    const front = useRef<HTMLDivElement>(null);
    const panel = useRef<HTMLDivElement>(null);
    const [armed, setArmed] = useState(false);
    const { name, isCompleted } = line;
    useSwipe(front, LIST_SWIPE, {
      mouse: true,
      enabled: !isCompleted,
      onRight: () => actions.track(line, true),
      onMove: (offset, outcome) => {
        // The offset is capped at 200 px by the rule, and the panel is as wide as the row has moved.
        if (panel.current) panel.current.style.width = `${offset}px`;
        setArmed(outcome === "right");
      },
    });

    useLongPress(front, () => actions.edit(line), "[role=checkbox]");

    return (
      <li
        className={classes("place clip", styles.row, newAisle && styles.newAisle)}
        data-id={line.id}
        data-completed={isCompleted || undefined}
      >
        <div
          ref={panel}
          className={classes("cover clip row gap-8 green wash bold nowrap", styles.panel, armed && "solid")}
          aria-hidden
        >
          <Refrigerator size={20} />
          {armed && t.addToTracker}
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
            <p className={`row wrap shrink ${styles.about}`}>
              <Badge>{translated(common.categories, line.category)}</Badge>
              {line.notes !== "" && <span className="clamp shrink soft small">{line.notes}</span>}
            </p>
          </div>
          <span className="soft">{amountText(line, common, language)}</span>
          <Menu
            label={t.moreFor(name)}
            className="place no-print"
            groups={() => [
              {
                entries: [
                  {
                    label: t.addToTracker,
                    icon: <Refrigerator size={18} aria-hidden />,
                    onChoose: () => actions.track(line, false),
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
          {/* Over the amount and the menu, so that nothing moves. */}
          {justDone && (
            <Button variant="ghost" size="small" className={styles.undo} onClick={() => actions.toggle(line)}>
              {common.undo}
            </Button>
          )}
          {/* Keeps its place on a row that was ticked just now: nothing may move. */}
          {(!isCompleted || justDone) && !knowsSwipe && (
            <p className={classes("soft small no-print", styles.hint, isCompleted && "invisible")}>{t.swipeHint}</p>
          )}
        </div>
      </li>
    );
  },
  (before, after) => isSameLine(before.line, after.line) && KEPT.every((key) => before[key] === after[key]),
);

const KEPT = ["justDone", "knowsSwipe", "newAisle", "actions"] as const;
