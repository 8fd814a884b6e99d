import { useState } from "react";
import { Copy, Download, KeyRound } from "lucide-react";
import { Button } from "../../ui/Button";
import { saveFile } from "../../ui/save-file";
import styles from "./Household.module.css";
import { useHouseholdStrings } from "virtual:strings/household";

/**
 * A recovery code, the only time that it is seen: as text, to be copied, as a file, and for the browser's password
 * manager.
 */
export function RecoveryCodeView({ code }: { code: string }) {
  const t = useHouseholdStrings();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // The text can be selected instead.
    }
  };
  return (
    <div className="stack gap-16 top shrink">
      <p>{t.recoveryOnce}</p>
      <output className={`stack gap-16 well pad ${styles.code} ${styles.recovery}`} aria-label={t.recovery}>
        {code.split("-").map((part, at) => (
          <span key={at}>{part}</span>
        ))}
      </output>
      <div className="row wrap gap-12">
        <Button size="small" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
          {copied ? t.copied : t.copy}
        </Button>
        <Button
          size="small"
          icon={<Download size={18} aria-hidden />}
          onClick={() => saveFile(t.fileName, "text/plain;charset=utf-8", t.fileText(code, `${location.origin}/link`))}
        >
          {t.save}
        </Button>
        {canKeep() && (
          <Button size="small" icon={<KeyRound size={18} aria-hidden />} onClick={() => keep(code)}>
            {t.toManager}
          </Button>
        )}
        <span role="status" className="visually-hidden">
          {copied ? t.copied : ""}
        </span>
      </div>
    </div>
  );
}

type Maker = new (data: { id: string; password: string; name: string }) => Credential;
const maker = () => (globalThis as { PasswordCredential?: Maker }).PasswordCredential;

/** Only Chromium lets a page offer something to its password manager. */
function canKeep(): boolean {
  return maker() !== undefined;
}

function keep(code: string): void {
  const Made = maker();
  if (Made)
    void navigator.credentials.store(new Made({ id: "Larder", name: "Larder", password: code })).catch(() => undefined);
}
