import { Fragment, useId, useRef, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from "react";
import { flushSync } from "react-dom";
import { Check, EllipsisVertical } from "lucide-react";
import { IconButton } from "./Button";
import styles from "./Menu.module.css";
import { classes } from "../classes";

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** The state of a checkbox, or of a radio button if others in the group have it too. */
  checked?: boolean;
  onChoose: () => void;
}

export interface MenuGroup {
  label?: string;
  /** Shows the entries side by side. */
  row?: boolean;
  entries: readonly MenuEntry[];
}

interface MenuProps {
  label: string;
  icon?: ReactNode;
  /** True if a setting in it differs from the default. */
  marked?: boolean;
  className?: string | undefined;
  groups: () => readonly MenuGroup[];
  /** Called before the action of a chosen entry. */
  onChoose?: () => void;
}

/** The minimum pixels between the panel and the window's edge; half of it is between the panel and its button. */
const GAP = 8;

function roleOf({ checked }: MenuEntry, { entries }: MenuGroup) {
  if (checked === undefined) return { role: "menuitem" };
  const choiceCount = entries.filter((entry) => entry.checked !== undefined).length;
  return { role: choiceCount > 1 ? "menuitemradio" : "menuitemcheckbox", "aria-checked": checked };
}

/** Positions a panel below its button, or above it if there is more space, inside the window. */
function positionPanel(panel: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const spaceBelow = window.innerHeight - box.bottom - GAP;
  const isAbove = panel.scrollHeight > spaceBelow && box.top > spaceBelow;
  const alignsRight = box.left + box.width / 2 > width / 2;
  Object.assign(panel.style, {
    top: isAbove ? "" : `${box.bottom + GAP / 2}px`,
    bottom: isAbove ? `${window.innerHeight - box.top + GAP / 2}px` : "",
    maxHeight: `${(isAbove ? box.top : spaceBelow) - GAP}px`,
    left: alignsRight ? "" : `${Math.max(GAP, box.left)}px`,
    right: alignsRight ? `${Math.max(GAP, width - box.right)}px` : "",
  });
}

/** Returns the entry to which a key moves the focus: an arrow, Home, End, or the first letter of an entry. */
function entryOfKey(key: string, entries: readonly HTMLElement[]): HTMLElement | undefined {
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (step !== undefined) return entries[(index + step + entries.length) % entries.length];
  if (key === "Home") return entries[0];
  if (key === "End") return entries.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const fromNext = [...entries.slice(index + 1), ...entries.slice(0, index + 1)];
  return fromNext.find(({ textContent }) => textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()));
}

/**
 * A menu button. The browser's popover handles the top layer, Escape and outside taps; this adds the keys of menus
 * (arrows, Home, End, first letter). The entries are rendered on opening, because a list has hundreds of menus.
 */
export function Menu({ label, icon, marked, className, groups, onChoose }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<readonly MenuGroup[] | null>(null);

  const items = () => Array.from(panel.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []);
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === "open") {
      // Synchronously, because the element to focus must exist.
      flushSync(() => setShown(groups()));
      if (panel.current && button.current) positionPanel(panel.current, button.current);
      const all = items();
      // Focuses the chosen entry if the menu starts with a choice.
      const chosen = all[0]?.ariaChecked && all.find((item) => item.ariaChecked === "true");
      (chosen || all[0])?.focus();
      return;
    }
    if (panel.current?.contains(document.activeElement)) button.current?.focus();
    setShown(null);
  };
  const choose = (entry: MenuEntry) => {
    panel.current?.hidePopover();
    // Before the action, which may open a dialog or remove the row.
    button.current?.focus({ preventScroll: true });
    onChoose?.();
    entry.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape closes only the menu, and nothing around it.
    if (event.key === "Escape") event.stopPropagation();
    if (event.key === "Tab") panel.current?.hidePopover();
    const next = entryOfKey(event.key, items());
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={icon ?? <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />}
        className={classes(className, marked && `green wash ${styles.marked}`)}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={shown !== null}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || shown !== null) return;
          event.preventDefault();
          panel.current?.showPopover();
        }}
      />
      {/* The entries have the focus, and their key events bubble up. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={`floating ${styles.panel}`}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {shown?.map((group, index) => (
          <Fragment key={index}>
            {index > 0 && <div role="separator" className={`ruled ${styles.separator}`} />}
            <div role="group" aria-label={group.label} className={group.row ? `flex wrap ${styles.row}` : undefined}>
              {group.label !== undefined && (
                <p aria-hidden className="cell full muted small strong">
                  {group.label}
                </p>
              )}
              {group.entries.map((entry) => (
                <button
                  key={entry.label}
                  type="button"
                  tabIndex={-1}
                  className={classes("row gap-12 full tap cell hover inset", styles.entry, entry.danger && "danger")}
                  onClick={() => choose(entry)}
                  {...roleOf(entry, group)}
                >
                  {entry.checked === undefined ? (
                    entry.icon
                  ) : (
                    <Check size={18} aria-hidden className={classes(!entry.checked && "invisible")} />
                  )}
                  <span>{entry.label}</span>
                </button>
              ))}
            </div>
          </Fragment>
        ))}
      </div>
    </>
  );
}
