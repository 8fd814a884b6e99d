import { useEffect, useRef, useState } from "react";
import { MAX_DAY, typedDay } from "../../lib/domain/typed-day";
import { TextField } from "./Field";
import { useFieldsStrings } from "virtual:strings/fields";

interface DayFieldProps {
  label: string;
  /** The value of the field, as it was typed. Its day is `typedDay`. */
  value: string;
  onChange: (value: string) => void;
  /** Called when the user leaves the field with a valid day, or an empty one. */
  onDone?: (day: string) => void;
  /** The last possible day. */
  max?: string;
  name?: string;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
}

/**
 * The field of all forms for a day. What it refuses stays in it, with the reason. A form asks `checkValidity()` before
 * it is saved, because a day that does not exist (30 February) has no value.
 */
export function DayField({ value, onChange, onDone, max = MAX_DAY, error, ...rest }: DayFieldProps) {
  const t = useFieldsStrings();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => input.current?.setCustomValidity(value === "" || typedDay(value) ? "" : t.day));
  return (
    <TextField
      {...rest}
      ref={input}
      type="date"
      max={max}
      value={value}
      error={problem ?? error}
      onInvalid={({ currentTarget: { validity } }) => {
        setProblem(validity.rangeOverflow && !validity.customError ? t.future : t.day);
      }}
      onChange={(event) => {
        setProblem(undefined);
        onChange(event.target.value);
      }}
      onBlur={({ target }) => {
        if (!target.checkValidity()) return;
        const day = typedDay(target.value) ?? "";
        if (day !== target.value) onChange(day);
        onDone?.(day);
      }}
    />
  );
}
