import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { createRecoveryCode } from "../../api/household/calls";
import { keys } from "../../api/cached/queries";
import { Button } from "../../ui/widgets/Button";
import { Dialog } from "../../ui/widgets/Dialog";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { SavedCodeDialog } from "./SavedCodeDialog";
import { useHouseholdStrings } from "virtual:strings/household";

/** Creates a recovery code and shows it once. */
export default function RecoveryDialog({ onClose }: { onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const client = useQueryClient();
  const [code, setCode] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isMounted = true;
    // Deferred, so that an effect that runs twice in development creates one code.
    const timer = setTimeout(() => {
      createRecoveryCode().then(
        (created) => {
          void client.invalidateQueries({ queryKey: keys.household });
          if (isMounted) setCode(created.code);
        },
        (failure: unknown) => isMounted && setError(failure),
      );
    });
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [client]);
  if (code !== undefined) return <SavedCodeDialog title={t.recoveryTitle} code={code} onClose={onClose} />;
  return (
    <Dialog
      // It cannot be closed while the code is created, which would then never be shown.
      kind={error === undefined ? "secret" : "alert"}
      focusTitle
      title={t.recoveryTitle}
      onClose={onClose}
      footer={
        <Button variant="primary" busy={error === undefined} onClick={onClose}>
          {error === undefined ? t.kept : common.close}
        </Button>
      }
    >
      {error !== undefined ? (
        <p role="alert">{failureText(error) ?? t.changeFailed}</p>
      ) : (
        <p role="status">{common.loading}</p>
      )}
    </Dialog>
  );
}
