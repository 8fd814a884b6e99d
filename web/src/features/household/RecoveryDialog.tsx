import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { createRecoveryCode } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { failureText } from "../../ui/failure-text";
import { useCommon } from "../../ui/strings";
import { SavedCodeDialog } from "./SavedCodeDialog";
import { useHouseholdStrings } from "virtual:strings/household";

/** Makes a recovery code and shows it, the only time. */
export default function RecoveryDialog({ onClose }: { onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const client = useQueryClient();
  const [code, setCode] = useState<string>();
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    // One for one opening.
    let here = true;
    const timer = setTimeout(() => {
      createRecoveryCode().then(
        (made) => {
          void client.invalidateQueries({ queryKey: keys.household });
          if (here) setCode(made.code);
        },
        (error: unknown) => here && setFailed(error),
      );
    });
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [client]);
  if (code !== undefined) return <SavedCodeDialog title={t.recoveryTitle} code={code} onClose={onClose} />;
  return (
    <Dialog
      // Closed while the code is being made, it would be made and never seen.
      kind={failed === undefined ? "secret" : "alert"}
      focusTitle
      title={t.recoveryTitle}
      onClose={onClose}
      footer={
        <Button variant="primary" busy={failed === undefined} onClick={onClose}>
          {failed === undefined ? t.kept : common.close}
        </Button>
      }
    >
      {failed !== undefined ? (
        <p role="alert">{failureText(failed) ?? t.changeFailed}</p>
      ) : (
        <p role="status">{common.loading}</p>
      )}
    </Dialog>
  );
}
