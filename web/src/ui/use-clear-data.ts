import { useState, type ReactNode } from "react";
import { clearAllData } from "../api/account";
import { leave } from "../api/household/moves";
import { useOtherDeviceCount } from "../api/household/use-household";
import { useDataStrings } from "virtual:strings/data";
import { useConfirm } from "./Confirm";
import { showToast } from "./toasts";

/** "Clear All Data" as the settings and the account dialog offer it: asks, clears, tells. Render `dialog`. */
export function useClearData(): { label: string; clear: () => Promise<void>; clearing: boolean; dialog: ReactNode } {
  const t = useDataStrings();
  const { confirm, dialog } = useConfirm();
  const [clearing, setClearing] = useState(false);
  const others = useOtherDeviceCount();
  const clear = async () => {
    if (!(await confirm({ title: t.clear, text: others > 0 ? t.questionShared(others) : t.question, action: t.clear })))
      return;
    setClearing(true);
    try {
      // A shared larder cannot be cleared by one device: it leaves instead.
      await (others > 0 ? leave({ copy: false }) : clearAllData());
      showToast({ tone: "success", title: t.cleared });
    } catch (error) {
      console.error("Clearing the data failed:", error);
      showToast({ tone: "danger", title: t.failedTitle, text: t.failedText });
    } finally {
      setClearing(false);
    }
  };
  return { label: t.clear, clear, clearing, dialog };
}
