import type { ReactNode } from "react";
import styles from "./Badge.module.css";

const TONES = { default: "green wash", secondary: "soft well", destructive: "expired wash" } as const;

/** A small label: `default` is green, `secondary` grey, `destructive` a warning. */
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
    <span className={`middle gap-6 small strong ${TONES[tone]} ${styles.badge}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
