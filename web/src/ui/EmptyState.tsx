import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** The content of an empty screen: a drawing, a title, a text and an action. */
export function EmptyState({
  heading: Heading = "h2",
  art,
  title,
  text,
  action,
}: {
  heading?: "h1" | "h2";
  art?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={`stack gap-8 mid text-center ${styles.empty}`}>
      {art !== undefined && (
        <div className={`green ${styles.art}`} aria-hidden>
          {art}
        </div>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={`soft ${styles.text}`}>{text}</p>}
      {action}
    </div>
  );
}
