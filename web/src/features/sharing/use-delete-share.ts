import { useState, type ReactNode } from "react";
import { ApiError, request } from "../../api/client";
import { newId } from "../../lib/state/ids";
import { useConfirm } from "../../ui/widgets/Confirm";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { forgetShare } from "../../lib/own-shares";
import { useSharingStrings } from "virtual:strings/sharing";

/** Returns a function that deletes a share after a confirmation. The caller renders `dialog`. */
export function useDeleteShare(onDeleted: () => void): {
  deleteShare: (share: { token: string; title: string }) => Promise<void>;
  isDeleting: boolean;
  dialog: ReactNode;
} {
  const common = useCommon();
  const t = useSharingStrings();
  const { confirm, dialog } = useConfirm();
  const [isDeleting, setIsDeleting] = useState(false);

  const deleteShare = async ({ token, title }: { token: string; title: string }) => {
    if (!(await confirm({ title: t.stop, text: t.stopQuestion(title), action: t.stop }))) return;
    setIsDeleting(true);
    try {
      await request(`/api/shopping-list/share/${encodeURIComponent(token)}`, {
        method: "DELETE",
        idempotencyKey: newId(),
      });
    } catch (error) {
      // If the share does not exist any more, nothing is left to do.
      if (!(error instanceof ApiError && error.status === 404)) {
        showToast({ tone: "danger", title: t.stopFailed, text: failureText(error) ?? common.tryAgain });
        setIsDeleting(false);
        return;
      }
    }
    forgetShare(token);
    showToast({ tone: "success", title: t.stopped });
    setIsDeleting(false);
    onDeleted();
  };
  return { deleteShare, isDeleting, dialog };
}
