import { useState } from "react";
import styles from "./ItemCard.module.css";

interface SelectBoxProps {
  selected: boolean;
  label: string;
  onSelect: (checked: boolean) => void;
}

/** Shows a checkbox whose state changes at once, before the list is rendered. */
export function SelectBox({ selected, label, onSelect }: SelectBoxProps) {
  const [change, setChange] = useState<{ checked: boolean; before: boolean } | null>(null);
  // The list's state replaces the own one as soon as it has changed, also after "Select all".
  if (change !== null && change.before !== selected) setChange(null);
  const checked = change?.checked ?? selected;
  return (
    <label className={`hit center tap ${styles.select}`}>
      <input
        type="checkbox"
        className="place"
        checked={checked}
        aria-label={label}
        onChange={(event) => {
          setChange({ checked: event.target.checked, before: selected });
          onSelect(event.target.checked);
        }}
      />
    </label>
  );
}
