import type { ReactNode } from "react";
import styles from "./Badge.module.css";
import { classes } from "./classes";

/** A small label. `default` is our green, `secondary` quiet, `destructive` a warning. */
export function Badge({
  tone = "secondary",
  icon,
  children,
}: {
  tone?: "default" | "secondary" | "destructive";
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classes(styles.badge, styles[tone])} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
