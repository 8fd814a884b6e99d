import { useState, type ReactNode } from "react";
import { ApiError, request } from "../../api/client";
import { newId } from "../../lib/state/ids";
import { useConfirm } from "../../ui/Confirm";
import { failureText } from "../../ui/failure-text";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { forgetShare } from "../../lib/own-shares";
import { useSharingStrings } from "virtual:strings/sharing";

/** Ends a share before its time: asks, tells the server, forgets. Render `dialog`. */
export function useEndShare(onEnded: () => void): {
  end: (share: { token: string; title: string }) => Promise<void>;
  ending: boolean;
  dialog: ReactNode;
} {
  const common = useCommon();
  const t = useSharingStrings();
  const { confirm, dialog } = useConfirm();
  const [ending, setEnding] = useState(false);

  const end = async ({ token, title }: { token: string; title: string }) => {
    if (!(await confirm({ title: t.end, text: t.endQuestion(title), action: t.end }))) return;
    setEnding(true);
    try {
      await request(`/api/shopping-list/share/${encodeURIComponent(token)}`, {
        method: "DELETE",
        idempotencyKey: newId(),
      });
    } catch (error) {
      // A share that is not there any more is what was asked for.
      if (!(error instanceof ApiError && error.status === 404)) {
        showToast({ tone: "danger", title: t.endFailed, text: failureText(error) ?? common.tryAgain });
        setEnding(false);
        return;
      }
    }
    forgetShare(token);
    showToast({ tone: "success", title: t.ended });
    setEnding(false);
    onEnded();
  };
  return { end, ending, dialog };
}
