import { useState, type FormEvent } from "react";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import styles from "./LinkPage.module.css";
import { readCode, RECOVERY_CODE } from "./codes";
import { useJoiningStrings } from "virtual:strings/joining";

export function RecoverForm({ onCode, onBack }: { onCode: (code: string) => void; onBack: () => void }) {
  const t = useJoiningStrings();
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(typed, RECOVERY_CODE);
    if (code === null) setWrong(true);
    else onCode(code);
  };
  return (
    <section className={styles.card}>
      <p className={styles.soft}>{t.recoveryText}</p>
      <form noValidate className={styles.form} onSubmit={submit}>
        <TextField
          label={t.recoveryField}
          name="password"
          value={typed}
          autoComplete="current-password"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={60}
          error={wrong ? t.recoveryWrong : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
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
