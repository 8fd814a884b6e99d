import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renameDevice } from "../../api/household/calls";
import { keys } from "../../api/queries";
import type { Device } from "../../api/types";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { failureText } from "../../ui/failure-text";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import styles from "./Household.module.css";
import { useHouseholdStrings } from "./strings";

export default function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [person, setPerson] = useState(device.person ?? "");
  const [missing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => renameDevice(device.id, { name: name.trim(), person: person.trim() }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.household });
      showToast({ tone: "success", title: t.renamed });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") setMissing(true);
    else save.mutate();
  };
  const failed = save.isError ? (failureText(save.error) ?? t.changeFailed) : undefined;
  return (
    <Dialog
      title={t.renameNamed(device.name || t.unnamed)}
      dirty={(name !== device.name || person !== (device.person ?? "")) && !save.isPending}
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
      <form id="rename-device" className={styles.form} noValidate onSubmit={submit}>
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
          error={missing ? t.nameMissing : failed}
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
            save.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
