import { useState, type ReactNode } from "react";
import { isIos, promptInstall, useIsInstalled } from "../../lib/browser/install";
import { useInstallStrings } from "virtual:strings/install";
import { Button } from "../widgets/Button";
import { Dialog } from "../widgets/Dialog";
import { putPassIntoManifest } from "../put-pass-into-manifest";
import styles from "./use-install.module.css";

/**
 * Returns a function that installs the app by the browser's prompt, or shows instructions (specification §8), and
 * resolves with true if the user accepts. Render `dialog`.
 */
export function useInstall(): { install: () => Promise<boolean>; installed: boolean; dialog: ReactNode } {
  const t = useInstallStrings();
  const installed = useIsInstalled();
  const [alert, setAlert] = useState<"how" | "failed" | null>(null);
  const ios = isIos();

  const install = async () => {
    try {
      if (ios) putPassIntoManifest();
      const outcome = await promptInstall();
      if (outcome === "unavailable") setAlert("how");
      return outcome === "accepted";
    } catch (error) {
      console.error("Installing failed:", error);
      setAlert("failed");
      return false;
    }
  };

  const close = () => setAlert(null);
  const dialog = alert && (
    <Dialog
      kind="alert"
      title={alert === "failed" ? t.failedTitle : t.howTitle}
      description={alert === "failed" ? t.failed : undefined}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {t.ok}
        </Button>
      }
    >
      {alert === "how" && (
        <ol className={`stack gap-12 large ${styles.steps}`}>
          {(ios ? t.stepsIos : t.steps).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </Dialog>
  );
  return { install, installed, dialog };
}
