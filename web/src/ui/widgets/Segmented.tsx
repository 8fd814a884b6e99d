import type { ReactNode } from "react";
import styles from "./Segmented.module.css";
import { classes } from "../classes";

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly { value: T; label: ReactNode; name?: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Fills the width and wraps, instead of a scrolling row. */
  fill?: boolean;
}

/** A row of buttons, of which one is pressed. */
export function Segmented<T extends string>({ label, options, value, onChange, fill }: SegmentedProps<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={fill ? `flex wrap gap-4 well ${styles.fill}` : `flex gap-8 ${styles.scroll}`}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          className={classes(
            "row centered gap-6 strong tap text-center hover",
            styles.option,
            !fill && "rigid nowrap pill",
          )}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
