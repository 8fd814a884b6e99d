import { useQueryClient } from "@tanstack/react-query";
import { removeDevice, removeOtherDevices } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import type { Device } from "../../api/types";
import { failureText } from "../../ui/text/failure-text";
import { showToast } from "../../ui/toasts";
import { useConfirm } from "../../ui/widgets/Confirm";
import { deviceLabel } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

/** Returns functions that remove devices of the household after a question. The caller renders `dialog`. */
export function useDeviceRemoval() {
  const t = useHouseholdStrings();
  const client = useQueryClient();
  const { confirm, dialog } = useConfirm();

  /** Asks the question, in which the user can keep links and shares of the removed devices. Then removes them. */
  const confirmAndRun = async (
    { optionLabel, ...question }: { title: string; text: string; action: string; optionLabel: string },
    remove: (options: { keepLinks: boolean }) => Promise<unknown>,
    done: string,
  ) => {
    let keepLinks = false;
    const option = { label: optionLabel, onChange: (isOn: boolean) => (keepLinks = !isOn) };
    if (!(await confirm({ ...question, option }))) return;
    try {
      await remove({ keepLinks });
      showToast({ tone: "success", title: done });
    } catch (error) {
      console.error("Changing the household failed:", error);
      showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? t.changeFailed });
    } finally {
      void client.invalidateQueries({ queryKey: keys.household });
    }
  };
  const confirmRemoval = (device: Device) => {
    const name = deviceLabel(device, t.unnamed);
    const question = { title: t.removeNamed(name), text: t.removeQuestion(name), action: t.remove };
    const remove = (options: { keepLinks: boolean }) => removeDevice(device.id, options);
    return confirmAndRun({ ...question, optionLabel: t.removeLinks }, remove, t.removed(name));
  };
  const confirmRemovalOfOthers = (otherDeviceCount: number) => {
    const text = t.removeOthersQuestion(otherDeviceCount);
    const question = { title: t.removeOthers, text, action: t.removeOthers };
    return confirmAndRun({ ...question, optionLabel: t.removeOthersLinks }, removeOtherDevices, t.removedOthers);
  };
  return { confirmRemoval, confirmRemovalOfOthers, dialog };
}
