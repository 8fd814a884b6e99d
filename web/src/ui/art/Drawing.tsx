import type { ReactNode } from "react";

/** The frame of line drawings for empty screens. Each drawing is a separate module, so that a screen loads only one. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 200 140"
      width="200"
      height="140"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const wash = { fill: "var(--green-wash)", stroke: "none" } as const;
