import { Fragment, useId, useRef, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from "react";
import { flushSync } from "react-dom";
import { Check, EllipsisVertical } from "lucide-react";
import { IconButton } from "./Button";
import styles from "./Menu.module.css";
import { classes } from "./classes";

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** One of several, of which one is chosen; the only one of its group: on or off. */
  checked?: boolean;
  onChoose: () => void;
}

export interface MenuGroup {
  /** The label of the group, visible and for screen readers. */
  label?: string;
  /** Beside each other instead of below. */
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
}

/** Pixels between the panel and the window's edge; half of it from its button. */
const GAP = 8;

function roleOf({ checked }: MenuEntry, { entries }: MenuGroup) {
  if (checked === undefined) return { role: "menuitem" };
  const others = entries.filter((entry) => entry.checked !== undefined).length - 1;
  return { role: others > 0 ? "menuitemradio" : "menuitemcheckbox", "aria-checked": checked };
}

/**
 * A menu of rare actions behind three dots. The browser's popover handles the top layer, Escape and outside taps; this
 * adds menu keys (arrows, Home, End, first letter). Entries are created on opening, so that five hundred cards have
 * only five hundred buttons.
 */
export function Menu({ label, icon, marked, className, groups }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<readonly MenuGroup[] | null>(null);

  const items = () => Array.from(panel.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []);
  /** Below its button or above it, wherever there is more room, and never over the window's edge. */
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    const element = panel.current;
    if (!at || !element) return;
    const width = document.documentElement.clientWidth;
    const below = window.innerHeight - at.bottom - GAP;
    const up = element.scrollHeight > below && at.top > below;
    const atEnd = at.left + at.width / 2 > width / 2;
    Object.assign(element.style, {
      top: up ? "" : `${at.bottom + GAP / 2}px`,
      bottom: up ? `${window.innerHeight - at.top + GAP / 2}px` : "",
      maxHeight: `${(up ? at.top : below) - GAP}px`,
      left: atEnd ? "" : `${Math.max(GAP, at.left)}px`,
      right: atEnd ? `${Math.max(GAP, width - at.right)}px` : "",
    });
  };
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === "open") {
      // Synchronously: the element to focus must exist.
      flushSync(() => setShown(groups()));
      place();
      const all = items();
      // In a menu that begins with a choice, the chosen entry.
      const chosen = all[0]?.ariaChecked && all.find((item) => item.ariaChecked === "true");
      (chosen || all[0])?.focus();
      return;
    }
    if (panel.current?.contains(document.activeElement)) button.current?.focus();
    setShown(null);
  };
  const choose = (entry: MenuEntry) => {
    panel.current?.hidePopover();
    // The action may open a dialog or remove the row: the button has the focus before it runs.
    button.current?.focus({ preventScroll: true });
    entry.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    let next = step === undefined ? undefined : all[(at + step + all.length) % all.length];
    if (event.key === "Home") next = all[0];
    if (event.key === "End") next = all.at(-1);
    if (event.key === "Tab") panel.current?.hidePopover();
    if (event.key.length === 1 && event.key !== " ") {
      const from = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      next = from.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()));
    }
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
      {/* The entries have the focus, and the keys bubble up from them. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={`floating ${styles.panel}`}
        onToggle={toggled}
        onKeyDown={onKeyDown}
      >
        {shown?.map((group, index) => (
          <Fragment key={index}>
            {index > 0 && <div role="separator" className={`ruled ${styles.separator}`} />}
            <div role="group" aria-label={group.label} className={group.row ? `flex wrap ${styles.row}` : undefined}>
              {group.label !== undefined && (
                <p aria-hidden className="cell full soft small strong">
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
