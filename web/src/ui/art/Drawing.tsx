import type { ReactNode } from "react";

/**
 * Larder's own line drawings for empty screens share one pen width and one spot of colour. Each is a module of its own,
 * so that a screen loads only its own.
 */
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
