import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renameDevice } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import type { Device } from "../../api/types";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { TextField } from "../../ui/widgets/Field";
import { failureText } from "../../ui/text/failure-text";
import { showToast } from "../../ui/toasts";
import { deviceLabel } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

export default function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useHouseholdStrings();
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [person, setPerson] = useState(device.person ?? "");
  const [isNameMissing, setIsNameMissing] = useState(false);
  // Only the changed fields, so that another device's change of the other field is kept.
  const changes = {
    ...(name !== device.name && { name: name.trim() }),
    ...(person !== (device.person ?? "") && { person: person.trim() }),
  };
  const hasChanges = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: () => renameDevice(device.id, changes),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.household });
      showToast({ tone: "success", title: t.renamed });
    },
  });
  const submit = () => {
    if (changes.name === "") setIsNameMissing(true);
    // Unlike the handler above, this one is not called after the dialog was closed.
    else if (hasChanges) save.mutate(undefined, { onSuccess: onClose });
    else onClose();
  };
  const failure = save.isError ? (failureText(save.error) ?? t.changeFailed) : undefined;
  return (
    <FormDialog
      title={t.renameNamed(deviceLabel(device, t.unnamed))}
      dirty={hasChanges}
      onClose={onClose}
      busy={save.isPending}
      onSubmit={submit}
    >
      <TextField
        label={t.person}
        hint={t.personHint}
        name="person"
        value={person}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => {
          setPerson(event.target.value);
          save.reset();
        }}
      />
      <TextField
        label={t.name}
        name="name"
        value={name}
        maxLength={60}
        autoComplete="off"
        error={isNameMissing ? t.nameMissing : failure}
        onChange={(event) => {
          setName(event.target.value);
          setIsNameMissing(false);
          save.reset();
        }}
      />
    </FormDialog>
  );
}
