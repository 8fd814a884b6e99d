import type { RefObject } from "react";
import { Search, X } from "lucide-react";
import { IconButton } from "./Button";
import { classes } from "../classes";
import styles from "./SearchField.module.css";

interface SearchFieldProps {
  texts: { readonly searchFor: string; readonly endSearch: string };
  value: string;
  /** The button that has opened the search, which gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Null closes the search. */
  onChange: (value: string | null) => void;
  className?: string | undefined;
}

/** The search field of a list, focused when a button has opened it. */
export function SearchField({ texts, value, opener, onChange, className }: SearchFieldProps) {
  const close = () => {
    opener.current?.focus();
    onChange(null);
  };
  return (
    <div className={classes("row gap-4 muted pill", styles.field, className)}>
      <Search size={18} aria-hidden />
      <input
        // The user has opened it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        type="search"
        className="grow shrink tap ink large"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={texts.searchFor}
        placeholder={texts.searchFor}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
      <IconButton label={texts.endSearch} icon={<X size={18} aria-hidden />} onClick={close} />
    </div>
  );
}
