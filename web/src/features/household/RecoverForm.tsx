import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import styles from "./Household.module.css";
import { codeLength, readCode, RECOVERY_CODE_LENGTH, wrongCharacter } from "./codes";
import { useJoiningStrings } from "virtual:strings/joining";

interface RecoverFormProps {
  /** The typed text, which is kept if the code is refused. */
  typed: string;
  onType: (typed: string) => void;
  /** The failure of the last attempt. */
  failure: string | undefined;
  onCode: (code: string) => void;
  onBack: () => void;
}

export function RecoverForm({ typed, onType, failure, onCode, onBack }: RecoverFormProps) {
  const t = useJoiningStrings();
  const [error, setError] = useState(failure);
  const form = useRef<HTMLFormElement>(null);
  const input = () => form.current?.querySelector("input");
  useEffect(() => {
    if (failure !== undefined) input()?.focus();
  }, [failure]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(typed, RECOVERY_CODE_LENGTH);
    if (code !== null) return onCode(code);
    const wrong = wrongCharacter(typed);
    setError(wrong ? t.recoveryCharacter(wrong.character) : t.recoveryWrong(codeLength(typed)));
    input()?.focus();
    if (wrong) input()?.setSelectionRange(wrong.index, wrong.index + wrong.character.length);
  };
  return (
    <section className="card stack gap-16 pad">
      <p className="soft">{t.recoveryText}</p>
      <form ref={form} noValidate className={`stack gap-16 ${styles.form}`} onSubmit={submit}>
        <TextField
          label={t.recoveryField}
          name="password"
          value={typed}
          autoComplete="current-password"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={60}
          error={error}
          onChange={(event) => {
            onType(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" wide>
          {t.recoveryOpen}
        </Button>
      </form>
      <Button variant="ghost" wide onClick={onBack}>
        {t.back}
      </Button>
    </section>
  );
}
