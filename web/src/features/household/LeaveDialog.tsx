import { useMutation } from "@tanstack/react-query";
import { leaveLarder } from "../../api/household/moves";
import { isClosed } from "../../lib/auth/identity";
import { navigate } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import { Dialog, DialogCancel } from "../../ui/widgets/Dialog";
import { failureText } from "../../ui/text/failure-text";
import { clearToasts, showToast } from "../../ui/toasts";
import { useHouseholdStrings } from "virtual:strings/household";

interface LeaveDialogProps {
  otherDeviceCount: number;
  onClose: () => void;
}

/** Asks whether to leave the larder with a copy of it or without. */
export default function LeaveDialog({ otherDeviceCount, onClose }: LeaveDialogProps) {
  const t = useHouseholdStrings();
  const leaving = useMutation({
    mutationFn: leaveLarder,
    onSuccess: (_, { copy }) => {
      clearToasts();
      onClose();
      navigate("/");
      showToast({ tone: "success", title: t.left, ...(copy && { text: t.leftCopy }) });
    },
    onError: (error) => console.error("Leaving the larder failed:", error),
  });
  const busy = leaving.isPending;
  const isSignUpClosed = isClosed(leaving.error);
  return (
    <Dialog
      kind={busy ? "secret" : "alert"}
      focusTitle
      title={t.leave}
      description={t.leaveText(otherDeviceCount)}
      onClose={onClose}
      footer={
        <>
          {!busy && <DialogCancel />}
          <Button busy={busy} onClick={() => leaving.mutate({ copy: false })}>
            {t.leaveEmpty}
          </Button>
          {!isSignUpClosed && (
            <Button
              variant="primary"
              className="members-only"
              busy={busy}
              onClick={() => leaving.mutate({ copy: true })}
            >
              {t.leaveWithCopy}
            </Button>
          )}
        </>
      }
    >
      {leaving.isError && (
        <p role="alert">{isSignUpClosed ? t.leaveClosed : (failureText(leaving.error) ?? t.changeFailed)}</p>
      )}
    </Dialog>
  );
}
