import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { updateDevice } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import type { Device } from "../../api/types";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { SelectField, TextField } from "../../ui/widgets/Field";
import { failureText } from "../../ui/text/failure-text";
import { showToast } from "../../ui/toasts";
import { deviceLabel, MAX_DEVICE_NAME_LENGTH, MAX_PERSON_LENGTH } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

interface EditDeviceDialogProps {
  device: Device;
  /** False if another device has to be able to do everything first, or this one cannot. */
  canChangeRole: boolean;
  onClose: () => void;
}

/** Changes the names of a device, and what it may do. */
export default function EditDeviceDialog({ device, canChangeRole, onClose }: EditDeviceDialogProps) {
  const t = useHouseholdStrings();
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [person, setPerson] = useState(device.person ?? "");
  const [role, setRole] = useState(device.role);
  const [isNameMissing, setIsNameMissing] = useState(false);
  // Only the changed fields, so that another device's change of the other field is kept.
  const changes = {
    ...(name !== device.name && { name: name.trim() }),
    ...(person !== (device.person ?? "") && { person: person.trim() }),
    // The field is gone once this device is restricted.
    ...(canChangeRole && role !== device.role && { role }),
  };
  const hasChanges = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: () => updateDevice(device.id, changes),
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
  const isRoleChanged = changes.role !== undefined;
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
        maxLength={MAX_PERSON_LENGTH}
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
        maxLength={MAX_DEVICE_NAME_LENGTH}
        autoComplete="off"
        error={isNameMissing ? t.nameMissing : isRoleChanged ? undefined : failure}
        onChange={(event) => {
          setName(event.target.value);
          setIsNameMissing(false);
          save.reset();
        }}
      />
      {canChangeRole && (
        <SelectField
          label={t.role}
          hint={role === "looker" && device.role !== "looker" ? t.roleHint : undefined}
          error={isRoleChanged ? failure : undefined}
          name="role"
          value={role}
          onChange={(event) => {
            setRole(event.target.value === "looker" ? "looker" : "member");
            save.reset();
          }}
        >
          <option value="member">{t.roles.member}</option>
          <option value="looker">{t.roles.looker}</option>
        </SelectField>
      )}
    </FormDialog>
  );
}
