import { useState } from "react";
import { Trash2 } from "lucide-react";
import { clearAllData } from "../../api/settings/account";
import { leaveLarder } from "../../api/household/moves";
import { useCountOtherDevices } from "../../api/household/use-household";
import { useAuth } from "../../lib/auth/use-auth";
import { Button } from "./Button";
import { useConfirm } from "./Confirm";
import { lastingReason } from "../text/failure-text";
import { showToast } from "../toasts";
import { useDataStrings } from "virtual:strings/data";

/** "Clear All Data", in the settings and in the account dialog. Only a signed-in device can do it. */
export function ClearDataButton({ size, className }: { size?: "small"; className?: string | undefined }) {
  const t = useDataStrings();
  const { status } = useAuth();
  const { confirm, dialog } = useConfirm();
  const [clearing, setClearing] = useState(false);
  const countOtherDevices = useCountOtherDevices();
  const clear = async () => {
    setClearing(true);
    const otherDeviceCount = await countOtherDevices();
    setClearing(false);
    if (
      !(await confirm({
        title: t.clear,
        text: otherDeviceCount > 0 ? t.questionShared(otherDeviceCount) : t.question,
        action: t.clear,
      }))
    )
      return;
    setClearing(true);
    try {
      // In a shared larder this device leaves, so that the other devices keep the data.
      await (otherDeviceCount > 0 ? leaveLarder({ copy: false }) : clearAllData());
      showToast({ tone: "success", title: t.cleared });
    } catch (error) {
      console.error("Clearing the data failed:", error);
      showToast({ tone: "danger", title: t.failedTitle, text: lastingReason(error) ?? t.failedText });
    } finally {
      setClearing(false);
    }
  };
  if (status !== "signed-in") return null;
  return (
    <>
      <Button
        {...(size && { size })}
        variant="warning"
        className={className}
        icon={<Trash2 size={18} aria-hidden />}
        busy={clearing}
        onClick={() => void clear()}
      >
        {t.clear}
      </Button>
      {dialog}
    </>
  );
}
