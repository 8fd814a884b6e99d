import {
  useId,
  useState,
  type ClipboardEvent,
  type ClipboardEventHandler,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { ChevronDown, CircleAlert, Minus, Plus } from "lucide-react";
import { useLanguage } from "../../lib/language/i18n";
import { parseNumber, writeNumber } from "../../lib/language/numbers";
import button from "./Button.module.css";
import styles from "./Field.module.css";
import { classes } from "../classes";
import { useCommon } from "../text/strings";

interface Shared {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Hides the label, except from screen readers. */
  hideLabel?: boolean;
}

interface Wiring {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

/** A label, a control and its error, connected for screen readers. */
function Field({ label, error, hint, hideLabel, children }: Shared & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || hint !== undefined;
  return (
    <div className="stack gap-6 top shrink">
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : "muted small strong"}>
        {label}
      </label>
      {children({
        id,
        ...(error !== undefined && { "aria-invalid": true as const }),
        ...(noted && { "aria-describedby": noteId }),
      })}
      {noted && (
        <p
          id={noteId}
          className={classes("row gap-6 small", error !== undefined ? "danger strong" : "muted")}
          role={error !== undefined ? "alert" : undefined}
        >
          {error !== undefined && <CircleAlert size={16} aria-hidden />}
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

interface Limited<T> {
  error?: string | undefined;
  maxLength?: number | undefined;
  onPaste?: ClipboardEventHandler<T> | undefined;
}

/** Refuses pasted text that is longer than `maxLength`, and says so: the browser would cut it without a word. */
function usePasteLimit<T extends HTMLInputElement | HTMLTextAreaElement>({ error, maxLength, onPaste }: Limited<T>) {
  const common = useCommon();
  const [isRefused, setIsRefused] = useState(false);
  return {
    error: isRefused ? common.tooLong(maxLength ?? 0) : error,
    onInput: () => setIsRefused(false),
    onPaste: (event: ClipboardEvent<T>) => {
      setIsRefused(false);
      onPaste?.(event);
      if (event.defaultPrevented || maxLength === undefined) return;
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const remainingLength = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
      if (remainingLength + event.clipboardData.getData("text").trimEnd().length <= maxLength) return;
      event.preventDefault();
      setIsRefused(true);
    },
  };
}

export function TextField({ label, error: ownError, hint, hideLabel, ...rest }: Shared & ComponentProps<"input">) {
  const { error, ...limit } = usePasteLimit({ ...rest, error: ownError });
  return (
    <Field label={label} error={error} hint={hint} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <input type="text" {...rest} {...limit} {...wiring} className={`shrink full large ${styles.control}`} />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  error: ownError,
  hint,
  hideLabel,
  ...rest
}: Shared & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { error, ...limit } = usePasteLimit({ ...rest, error: ownError });
  return (
    <Field label={label} error={error} hint={hint} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <textarea rows={2} {...rest} {...limit} {...wiring} className={`shrink full large ${styles.control}`} />
      )}
    </Field>
  );
}

export function SelectField({
  label,
  error,
  hint,
  hideLabel,
  children,
  ...rest
}: Shared & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} error={error} hint={hint} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <span className={`stack place ${styles.select}`}>
          <select {...rest} {...wiring} className={`shrink full large ${styles.control}`}>
            {children}
          </select>
          <ChevronDown size={18} aria-hidden className="muted" />
        </span>
      )}
    </Field>
  );
}

interface NumberFieldProps extends Shared {
  /** The text in the field; the owner parses it. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  step: number;
  /** The step of the buttons and arrow keys. */
  buttonStep?: number;
  name?: string;
}

/**
 * A number field with buttons. Its value is text, so that incomplete input such as "1." is allowed, and point and comma
 * both work: a field of the type "number" can drop the comma, so that 0,5 becomes 5.
 */
export function NumberField({
  label,
  error,
  hint,
  hideLabel,
  value,
  onChange,
  min,
  step,
  buttonStep = 1,
  name,
}: NumberFieldProps) {
  const common = useCommon();
  const language = useLanguage();
  /** The value to announce after a press of a button, which keeps the focus. */
  const [announced, setAnnounced] = useState("");
  const change = (by: number) => {
    const current = parseNumber(value);
    const next = writeNumber(language, Math.max(min, (Number.isFinite(current) ? current : min) + by));
    onChange(next);
    return next;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: buttonStep, ArrowDown: -buttonStep }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change(by);
  };
  return (
    <Field label={label} error={error} hint={hint} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <span className={`stack middle ${styles.number}`}>
          <button
            type="button"
            className={`green ${button.icon}`}
            aria-label={`${common.decrease}: ${label}`}
            onClick={() => setAnnounced(change(-buttonStep))}
          >
            <Minus size={18} aria-hidden />
          </button>
          <input
            type="text"
            inputMode={step < 1 ? "decimal" : "numeric"}
            autoComplete="off"
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            // Selects the default value, so that the next key replaces it.
            onFocus={(event) => event.target.select()}
            className="shrink full large text-center"
            {...wiring}
          />
          <button
            type="button"
            className={`green ${button.icon}`}
            aria-label={`${common.increase}: ${label}`}
            onClick={() => setAnnounced(change(buttonStep))}
          >
            <Plus size={18} aria-hidden />
          </button>
          <span aria-live="polite" className="visually-hidden">
            {announced}
          </span>
        </span>
      )}
    </Field>
  );
}

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="row split gap-16 tap">
      <label htmlFor={id} className="stack gap-2 grow shrink">
        <span className="strong">{label}</span>
        {hint !== undefined && (
          <span className="muted small" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={`rigid ${styles.switch}`}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
