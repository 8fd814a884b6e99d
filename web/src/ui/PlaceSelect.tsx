import type { StoragePlace } from "../lib/domain/places";
import { SelectField } from "./Field";
import { useCommon } from "./strings";

interface PlaceSelectProps {
  /** The id of a place; empty for `usual`. */
  value: string;
  places: readonly StoragePlace[];
  onChange: (id: string) => void;
  /** The name of an option that chooses no place. */
  usual?: string;
}

/** Selects a storage place or one of the household's own. */
export function PlaceSelect({ value, places, onChange, usual }: PlaceSelectProps) {
  const common = useCommon();
  return (
    <SelectField label={common.place} name="storage" value={value} onChange={(event) => onChange(event.target.value)}>
      {usual !== undefined && <option value="">{usual}</option>}
      {places.map(({ id, name, storage }) => (
        <option key={id} value={id}>
          {name ?? common.places[storage]}
        </option>
      ))}
    </SelectField>
  );
}
