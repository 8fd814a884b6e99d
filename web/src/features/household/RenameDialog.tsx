import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renameDevice } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import type { Device } from "../../api/types";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { failureText } from "../../ui/failure-text";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { deviceLabel } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

export default function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes.name === "") setIsNameMissing(true);
    // Unlike the handler above, this one is not called after the dialog was closed.
    else if (hasChanges) save.mutate(undefined, { onSuccess: onClose });
    else onClose();
  };
  const failure = save.isError ? (failureText(save.error) ?? t.changeFailed) : undefined;
  return (
    <Dialog
      title={t.renameNamed(deviceLabel(device, t.unnamed))}
      dirty={hasChanges && !save.isPending}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form="rename-device" busy={save.isPending}>
            {common.save}
          </Button>
        </>
      }
    >
      <form id="rename-device" className="stack gap-16" noValidate onSubmit={submit}>
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
      </form>
    </Dialog>
  );
}
