import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** Nothing here yet: one drawing, what that means, and what to do next. */
export function EmptyState({
  art,
  title,
  text,
  action,
}: {
  art?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {art !== undefined && (
        <div className={styles.art} aria-hidden>
          {art}
        </div>
      )}
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}
