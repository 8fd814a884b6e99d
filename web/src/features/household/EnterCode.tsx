import { useState, type FormEvent } from "react";
import { ScanQrCode } from "lucide-react";
import { hasCamera } from "../../lib/codes/reader";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { classes } from "../../ui/classes";
import { TextField } from "../../ui/Field";
import styles from "./Household.module.css";
import { LINK_CODE_LENGTH, readCode } from "./codes";
import { useJoiningStrings } from "virtual:strings/joining";

/** Asks for the eight characters of a link, or offers the camera or the recovery code. */
export function EnterCode({
  closed,
  typed,
  onType,
  failure,
  onCode,
  onScan,
  onRecover,
}: {
  closed: boolean;
  /** The typed text, which is kept if the code is refused. */
  typed: string;
  onType: (typed: string) => void;
  /** The failure of the last attempt, until the text is changed. */
  failure: string | undefined;
  onCode: (code: string) => void;
  onScan: () => void;
  onRecover: () => void;
}) {
  const t = useJoiningStrings();
  const [error, setError] = useState(failure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(typed, LINK_CODE_LENGTH);
    if (code === null) setError(t.codeWrong);
    else onCode(code);
  };
  return (
    <>
      <section className="card stack gap-16 pad">
        {closed && <p>{t.closed}</p>}
        <p className="soft">{t.where}</p>
        <form noValidate className={`stack gap-16 ${styles.form}`} onSubmit={submit}>
          <TextField
            label={t.code}
            name="code"
            value={typed}
            placeholder={t.codePlaceholder}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={20}
            error={error}
            onChange={(event) => {
              onType(event.target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" variant="primary" wide>
            {t.goOn}
          </Button>
        </form>
        <hr />
        {hasCamera() ? (
          <Button wide icon={<ScanQrCode size={18} aria-hidden />} onClick={onScan}>
            {t.scan}
          </Button>
        ) : (
          <p className="soft">{t.scanHint}</p>
        )}
      </section>
      <div className="stack gap-4 mid text-center">
        <p className="soft">{t.lost}</p>
        <Button variant="ghost" onClick={onRecover}>
          {t.recovery}
        </Button>
        {closed ? (
          <p className="soft">{t.closedNote}</p>
        ) : (
          <Link href="/" className={classes(button.button, button.ghost)}>
            {t.without}
          </Link>
        )}
      </div>
    </>
  );
}
