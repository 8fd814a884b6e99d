import { X, type LucideIcon } from "lucide-react";
import styles from "./ActionBar.module.css";
import { IconButton } from "./Button";

export interface BarAction {
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  run: () => void;
}

interface ActionBarProps {
  label: string;
  /** How many are selected, as words. */
  selected: string;
  /** Nothing is selected: the actions wait. */
  empty: boolean;
  actions: readonly BarAction[];
  allLabel: string;
  onAll: () => void;
  doneLabel: string;
  onDone: () => void;
}

/** Actions on the selected rows of a list, at the bottom of the screen. */
export function ActionBar({ label, selected, empty, actions, allLabel, onAll, doneLabel, onDone }: ActionBarProps) {
  return (
    <section className={styles.bar} aria-label={label}>
      <div className={styles.head}>
        <IconButton label={doneLabel} icon={<X size={20} aria-hidden />} onClick={onDone} />
        <p role="status" className={styles.count}>
          {selected}
        </p>
        <button type="button" className={styles.all} onClick={onAll}>
          {allLabel}
        </button>
      </div>
      <div role="group" aria-label={selected} className={styles.actions}>
        {actions.map(({ label: name, icon: Icon, danger, run }) => (
          <button
            key={name}
            type="button"
            className={styles.action}
            data-danger={danger || undefined}
            aria-disabled={empty}
            onClick={() => !empty && run()}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{name}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
