import { useEffect, useRef, useState, type FormEvent } from "react";
import { ScanQrCode } from "lucide-react";
import { hasCamera } from "../../lib/codes/reader";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { TextField } from "../../ui/widgets/Field";
import styles from "./Household.module.css";
import { codeLength, LINK_CODE_LENGTH, normalizeCode, RECOVERY_CODE_LENGTH, wrongCharacter } from "./codes";
import { useJoiningStrings } from "virtual:strings/joining";

interface EnterCodeProps {
  /** Asks for the recovery code, which a password manager may know, instead of the eight characters of a link. */
  isRecovery: boolean;
  closed: boolean;
  /** The failure of the last attempt. */
  failure: string | undefined;
  onCode: (code: string) => void;
  onScan: () => void;
  /** Changes to the other kind of code. */
  onSwitch: () => void;
  /** The typed text, which is kept if the code is refused. */
  typed: string;
  onType: (typed: string) => void;
}

/** Asks for a code, or offers the camera. */
export function EnterCode({ isRecovery, closed, typed, onType, failure, onCode, onScan, onSwitch }: EnterCodeProps) {
  const t = useJoiningStrings();
  const [error, setError] = useState(failure);
  const form = useRef<HTMLFormElement>(null);
  const input = () => form.current?.querySelector("input");
  useEffect(() => {
    if (failure !== undefined) input()?.focus();
  }, [failure]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = normalizeCode(typed, isRecovery ? RECOVERY_CODE_LENGTH : LINK_CODE_LENGTH);
    if (code !== null) return onCode(code);
    const wrong = isRecovery ? wrongCharacter(typed) : undefined;
    if (!isRecovery) setError(t.codeWrong);
    else setError(wrong ? t.recoveryCharacter(wrong.character) : t.recoveryWrong(codeLength(typed)));
    input()?.focus();
    if (wrong) input()?.setSelectionRange(wrong.index, wrong.index + wrong.character.length);
  };
  // The fields have room for spaces and dashes.
  const kind = isRecovery
    ? ({ label: t.recoveryField, name: "password", autoComplete: "current-password", maxLength: 60 } as const)
    : ({ label: t.code, name: "code", placeholder: t.codePlaceholder, autoComplete: "off", maxLength: 20 } as const);
  return (
    <>
      <section className="card stack gap-16 pad">
        {closed && !isRecovery && <p>{t.closed}</p>}
        <p className="muted">{isRecovery ? t.recoveryText : t.where}</p>
        <form ref={form} noValidate className={`stack gap-16 ${styles.form}`} onSubmit={submit}>
          <TextField
            {...kind}
            value={typed}
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            error={error}
            onChange={(event) => {
              onType(event.target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" variant="primary" wide>
            {isRecovery ? t.recoveryOpen : t.goOn}
          </Button>
        </form>
        {isRecovery ? (
          <Button variant="ghost" wide onClick={onSwitch}>
            {t.back}
          </Button>
        ) : (
          <>
            <hr />
            {hasCamera() ? (
              <Button wide icon={<ScanQrCode size={18} aria-hidden />} onClick={onScan}>
                {t.scan}
              </Button>
            ) : (
              <p className="muted">{t.scanHint}</p>
            )}
          </>
        )}
      </section>
      {!isRecovery && (
        <div className="stack gap-4 mid text-center">
          <p className="muted">{t.lost}</p>
          <Button variant="ghost" onClick={onSwitch}>
            {t.recovery}
          </Button>
          {closed ? (
            <p className="muted">{t.closedNote}</p>
          ) : (
            <Link href="/" className={classes(button.button, button.ghost)}>
              {t.without}
            </Link>
          )}
        </div>
      )}
    </>
  );
}
