import { useId, type ReactNode } from "react";
import { X } from "lucide-react";
import { useBusy } from "../hooks/use-busy";
import { useCommon } from "../text/strings";
import { IconButton } from "./Button";
import styles from "./PromptCard.module.css";

interface PromptCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Shows a close button. */
  onClose?: () => void;
  /** Two buttons. */
  actions: ReactNode;
}

/** A card that asks the user something, above the tab bar. It is hidden while the user is busy. */
export function PromptCard({ icon, title, text, onClose, actions }: PromptCardProps) {
  const common = useCommon();
  const id = useId();
  return (
    <aside
      hidden={useBusy()}
      className={`floating rise stack middle no-print ${styles.card} ${styles.floats}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      {icon}
      <div className={onClose ? "shrink" : `shrink ${styles.two}`}>
        <h2 id={`${id}-title`} className="title">
          {title}
        </h2>
        <p id={`${id}-text`} className="muted small">
          {text}
        </p>
      </div>
      {onClose && (
        <IconButton
          label={common.close}
          icon={<X size={20} aria-hidden />}
          className={styles.close}
          onClick={onClose}
        />
      )}
      <div className={`stack gap-8 ${styles.actions}`}>{actions}</div>
    </aside>
  );
}
