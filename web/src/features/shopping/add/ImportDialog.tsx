import { useState, type FormEvent } from "react";
import { Button } from "../../../ui/widgets/Button";
import { Dialog, DialogCancel } from "../../../ui/widgets/Dialog";
import { TextField } from "../../../ui/widgets/Field";
import { parseShareToken } from "./share-token";
import { useShoppingStrings } from "virtual:strings/shopping";

const EXAMPLE_TOKEN = "Xk3vT9QmR2pLw7";

/** Opens a shared list by its link or code. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useShoppingStrings();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const blank = text.trim() === "";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blank) return;
    try {
      const token = parseShareToken(text);
      if (token === null) {
        setError(t.importInvalid(`${location.origin}/shared/${EXAMPLE_TOKEN}`, EXAMPLE_TOKEN));
        return;
      }
      onClose();
      // A full page load, as the specification asks.
      location.assign(`/shared/${encodeURIComponent(token)}`);
    } catch {
      setError(t.importBroken);
    }
  };

  return (
    <Dialog
      title={t.importTitle}
      description={t.importText}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form="import-form" disabled={blank}>
            {t.importOpen}
          </Button>
        </>
      }
    >
      <form id="import-form" noValidate onSubmit={submit}>
        <TextField
          label={t.importField}
          value={text}
          placeholder={t.importPlaceholder}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
