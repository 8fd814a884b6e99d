import { useState } from "react";
import { Copy, Download, KeyRound } from "lucide-react";
import { Button } from "../../ui/widgets/Button";
import { saveFile } from "../../ui/save-file";
import styles from "./Household.module.css";
import { useHouseholdStrings } from "virtual:strings/household";

/** Shows a recovery code, to be copied, or saved as a file or in the browser's password manager. */
export function RecoveryCodeView({ code }: { code: string }) {
  const t = useHouseholdStrings();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setIsCopied(true);
    } catch {
      // The user can select the text.
    }
  };
  return (
    <div className="stack gap-16 top shrink">
      <p>{t.recoveryOnce}</p>
      <output className={`stack gap-16 well pad ${styles.code} ${styles.recovery}`} aria-label={t.recovery}>
        {code.split("-").map((part, index) => (
          <span key={index}>{part}</span>
        ))}
      </output>
      <div className="row wrap gap-12">
        <Button size="small" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
          {isCopied ? t.copied : t.copy}
        </Button>
        <Button
          size="small"
          icon={<Download size={18} aria-hidden />}
          onClick={() => saveFile(t.fileName, "text/plain;charset=utf-8", t.fileText(code, `${location.origin}/link`))}
        >
          {t.save}
        </Button>
        {passwordCredential() && (
          <Button size="small" icon={<KeyRound size={18} aria-hidden />} onClick={() => storeInPasswordManager(code)}>
            {t.toManager}
          </Button>
        )}
        <span role="status" className="visually-hidden">
          {isCopied ? t.copied : ""}
        </span>
      </div>
    </div>
  );
}

type PasswordCredentialClass = new (data: { id: string; password: string; name: string }) => Credential;

/** Returns the class of credentials for the password manager, which only Chromium has. */
function passwordCredential(): PasswordCredentialClass | undefined {
  return (globalThis as { PasswordCredential?: PasswordCredentialClass }).PasswordCredential;
}

function storeInPasswordManager(code: string): void {
  const PasswordCredential = passwordCredential();
  if (!PasswordCredential) return;
  const credential = new PasswordCredential({ id: "Larder", name: "Larder", password: code });
  void navigator.credentials.store(credential).catch(() => undefined);
}
