import type { StoragePlace } from "../../lib/domain/places";
import { SelectField } from "./Field";
import { useCommon } from "../text/strings";

interface PlaceSelectProps {
  /** The id of a place; empty for `usual`. */
  value: string;
  places: readonly StoragePlace[];
  onChange: (id: string) => void;
  /** The name of the option for the usual place; without it the user must choose one. */
  usual?: string;
}

/** A select field for a storage place. */
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
