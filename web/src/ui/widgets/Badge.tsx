import type { ReactNode } from "react";

const TONES = { default: "green wash", secondary: "muted well", destructive: "expired wash" } as const;

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
    <span className={`badge middle gap-6 small strong ${TONES[tone]}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
