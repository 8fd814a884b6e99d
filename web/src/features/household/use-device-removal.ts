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

  const run = async (remove: () => Promise<unknown>, done: string) => {
    try {
      await remove();
      showToast({ tone: "success", title: done });
    } catch (error) {
      console.error("Changing the household failed:", error);
      showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? t.changeFailed });
    } finally {
      void client.invalidateQueries({ queryKey: keys.household });
    }
  };
  const confirmRemoval = async (device: Device) => {
    const name = deviceLabel(device, t.unnamed);
    let keepLinks = false;
    const option = { label: t.removeLinks, onChange: (isOn: boolean) => (keepLinks = !isOn) };
    if (await confirm({ title: t.removeNamed(name), text: t.removeQuestion(name), action: t.remove, option }))
      await run(() => removeDevice(device.id, { keepLinks }), t.removed(name));
  };
  const confirmRemovalOfOthers = async (otherDeviceCount: number) => {
    let keepLinks = false;
    const option = { label: t.removeOthersLinks, onChange: (isOn: boolean) => (keepLinks = !isOn) };
    const text = t.removeOthersQuestion(otherDeviceCount);
    if (await confirm({ title: t.removeOthers, text, action: t.removeOthers, option }))
      await run(() => removeOtherDevices({ keepLinks }), t.removedOthers);
  };
  return { confirmRemoval, confirmRemovalOfOthers, dialog };
}
