import { useState } from "react";
import { Trash2 } from "lucide-react";
import { moveItems } from "../../api/move-items";
import { removeOwnPlace, saveOwnPlace, useOwnPlaces } from "../../api/settings/own-places";
import { useItems } from "../../api/cached/use-data";
import { PLACES, type OwnPlace } from "../../lib/domain/places";
import { newId } from "../../lib/state/ids";
import { Button } from "../../ui/widgets/Button";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { SelectField, TextField } from "../../ui/widgets/Field";
import { useCommon } from "../../ui/text/strings";
import { showUndo } from "../../ui/toasts";
import { MAX_PLACE_NAME, isNameTaken } from "./own-places";
import { usePlacesStrings } from "virtual:strings/places";

/** Adds, edits or removes an own place. */
export default function PlaceDialog({ place, onClose }: { place: OwnPlace | null; onClose: () => void }) {
  const common = useCommon();
  const t = usePlacesStrings();
  const places = useOwnPlaces();
  const { data: items = [] } = useItems();
  const [id] = useState(() => place?.id ?? newId());
  const [name, setName] = useState(place?.name ?? "");
  const [storage, setStorage] = useState(place?.storage ?? "pantry");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const itemsInPlace = items.filter((item) => item.place === id);
  const isNameMissing = name.trim() === "";
  const isTaken = isNameTaken(name, id, places, common.places);
  const dirty = name !== (place?.name ?? "") || (place !== null && storage !== place.storage);

  const save = () => {
    setIsSubmitted(true);
    if (isNameMissing || isTaken) return;
    const saved = { id, name: name.trim(), storage };
    if (dirty) saveOwnPlace(saved);
    // The items in it get the shelf life of its storage.
    if (storage !== place?.storage) moveItems(itemsInPlace, saved);
    onClose();
  };
  const remove = () => {
    if (!place) return;
    removeOwnPlace(place);
    // Items keep the place's id, so that undo also puts them back.
    showUndo(
      `places.remove.${id}`,
      () => t.removed(place.name),
      () => saveOwnPlace(place),
      { text: () => t.removedText(itemsInPlace.length, common.places[place.storage]) },
    );
    onClose();
  };
  return (
    <FormDialog title={place ? t.change(place.name) : t.add} dirty={dirty} onClose={onClose} onSubmit={save}>
      <TextField
        label={t.name}
        name="name"
        value={name}
        maxLength={MAX_PLACE_NAME}
        autoComplete="off"
        placeholder={t.nameExample}
        error={isSubmitted && isNameMissing ? t.nameMissing : isTaken ? t.nameTaken : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t.storage}
        name="storage"
        hint={place && storage !== place.storage ? t.storageChange(itemsInPlace.length) : t.storageHint}
        value={storage}
        onChange={(event) => setStorage(PLACES.find((option) => option === event.target.value) ?? storage)}
      >
        {PLACES.map((option) => (
          <option key={option} value={option}>
            {common.places[option]}
          </option>
        ))}
      </SelectField>
      {place && (
        <Button
          size="small"
          variant="warning"
          className="self-start"
          icon={<Trash2 size={18} aria-hidden />}
          onClick={remove}
        >
          {t.remove}
        </Button>
      )}
    </FormDialog>
  );
}
