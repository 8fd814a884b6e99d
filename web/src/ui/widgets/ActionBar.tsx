import { X, type LucideIcon } from "lucide-react";
import { useTask } from "../../lib/state/prompt-queue";
import styles from "./ActionBar.module.css";
import { IconButton } from "./Button";

interface BarAction {
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  run: () => void;
}

interface ActionBarProps {
  texts: {
    readonly selectSeveral: string;
    readonly selected: (n: number) => string;
    readonly selectAll: string;
    readonly endSelecting: string;
  };
  /** The number of selected items; the actions are disabled while it is 0. */
  count: number;
  actions: readonly BarAction[];
  onAll: () => void;
  onDone: () => void;
}

/** A bar at the bottom of the screen with actions on the selected rows of a list. */
export function ActionBar({ texts, count, actions, onAll, onDone }: ActionBarProps) {
  const selected = texts.selected(count);
  const isEmpty = count === 0;
  useTask();
  return (
    <section className={`floating ${styles.bar}`} aria-label={texts.selectSeveral}>
      <div className="row">
        <IconButton label={texts.endSelecting} icon={<X size={20} aria-hidden />} onClick={onDone} />
        <p role="status" className="grow bold">
          {selected}
        </p>
        <button type="button" className="chip tap green strong" onClick={onAll}>
          {texts.selectAll}
        </button>
      </div>
      <div role="group" aria-label={selected} className={`stack ${styles.actions}`}>
        {actions.map(({ label: name, icon: Icon, danger, run }) => (
          <button
            key={name}
            type="button"
            className={`stack gap-2 mid ${danger ? "danger" : "green"} small strong text-center hover ${styles.action}`}
            aria-disabled={isEmpty}
            onClick={() => !isEmpty && run()}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{name}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
