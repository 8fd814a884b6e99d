import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/client";
import { confirmRecoveryCode } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useCommon } from "../../ui/strings";
import { RecoveryCodeView } from "./RecoveryCodeView";
import { useHouseholdStrings } from "virtual:strings/household";

/**
 * Shows a new recovery code until the user has saved it. Only that ends the older codes, on the server: both work until
 * then, so that a closed page or a lost connection loses no larder.
 */
export function SavedCodeDialog({ title, code, onClose }: { title: string; code: string; onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  /** Another device confirmed a newer code, or removed this one. */
  const isReplaced = failed instanceof ApiError && failed.status === 404;
  const confirm = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      await confirmRecoveryCode(code);
      onClose();
    } catch (error) {
      console.error("Confirming the recovery code failed:", error);
      setFailed(error);
      setBusy(false);
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
          {failed !== undefined && <Button onClick={onClose}>{common.close}</Button>}
          {!isReplaced && (
            <Button variant="primary" busy={busy} onClick={() => void confirm()}>
              {t.kept}
            </Button>
          )}
        </>
      }
    >
      {!isReplaced && <RecoveryCodeView code={code} />}
      {failed !== undefined && <p role="alert">{isReplaced ? t.recoveryReplaced : t.recoveryNotConfirmed}</p>}
    </Dialog>
  );
}
