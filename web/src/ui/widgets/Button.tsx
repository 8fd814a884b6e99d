import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./Button.module.css";
import { classes } from "../classes";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: "primary" | "secondary" | "ghost" | "danger" | "warning";
  size?: "normal" | "small";
  icon?: ReactNode;
  /** Fills the width of its container. */
  wide?: boolean;
  /** True while work is in progress: the button keeps the focus but does nothing. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = "secondary",
  size = "normal",
  icon,
  wide,
  busy,
  children,
  className,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(styles.button, styles[variant], size === "small" && styles.small, wide && "full", className)}
    >
      {icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The name for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  tone?: "plain" | "warning" | "onDark";
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, tone = "plain", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      className={classes(styles.icon, styles[tone], className)}
    >
      {icon}
    </button>
  );
}
