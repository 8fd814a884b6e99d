import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/client";
import { confirmRecoveryCode } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import { Button } from "../../ui/widgets/Button";
import { Dialog } from "../../ui/widgets/Dialog";
import { useCommon } from "../../ui/text/strings";
import { RecoveryCodeView } from "./RecoveryCodeView";
import { useHouseholdStrings } from "virtual:strings/household";

/**
 * Shows a new recovery code until the user confirms that it is saved. The server keeps older codes valid until then, so
 * that a closed page or a lost connection does not lock the user out.
 */
export function SavedCodeDialog({ title, code, onClose }: { title: string; code: string; onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  /** Another device confirmed a newer code, or removed this one. */
  const isReplaced = error instanceof ApiError && error.status === 404;
  const confirm = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await confirmRecoveryCode(code);
      onClose();
    } catch (failure) {
      console.error("Confirming the recovery code failed:", failure);
      setError(failure);
      setIsBusy(false);
    } finally {
      void client.invalidateQueries({ queryKey: keys.household });
    }
  };
  return (
    <Dialog
      kind={isReplaced ? "alert" : "secret"}
      focusTitle
      title={title}
      onClose={onClose}
      footer={
        <>
          {error !== undefined && <Button onClick={onClose}>{common.close}</Button>}
          {!isReplaced && (
            <Button variant="primary" busy={isBusy} onClick={() => void confirm()}>
              {t.kept}
            </Button>
          )}
        </>
      }
    >
      {!isReplaced && <RecoveryCodeView code={code} />}
      {error !== undefined && <p role="alert">{isReplaced ? t.recoveryReplaced : t.recoveryNotConfirmed}</p>}
    </Dialog>
  );
}
