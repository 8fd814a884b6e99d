import { useEffect, useRef, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { createProgramToken, deleteProgramToken, programTokensKey } from "../../api/settings/programs";
import type { ProgramScope } from "../../api/types";
import { newId } from "../../lib/state/ids";
import { Button } from "../../ui/widgets/Button";
import { Dialog } from "../../ui/widgets/Dialog";
import { Switch, TextField } from "../../ui/widgets/Field";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { copyText } from "../../ui/copy-text";
import { failureText } from "../../ui/text/failure-text";
import { useProgramsStrings } from "virtual:strings/programs";

/** The server's limit. */
const MAX_TOKEN_NAME = 60;
const SCOPES = ["read", "list", "write"] as const satisfies readonly ProgramScope[];

/** Asks for a token's name and scopes, then shows the token once. */
export default function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useProgramsStrings();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<ProgramScope>>(new Set(["read"]));
  const [isSubmitted, setIsSubmitted] = useState(false);
  // A changed request needs another key: the server answers a repeated key with the first token.
  const [idempotencyKey, setIdempotencyKey] = useState(newId);
  const client = useQueryClient();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const make = useMutation({
    mutationFn: () =>
      createProgramToken(
        idempotencyKey,
        name.trim(),
        SCOPES.filter((scope) => scopes.has(scope)),
      ),
    // A token that was made after the dialog was closed was never shown, so nobody can use it.
    onSuccess: async ({ id }) => {
      if (isOpen.current) return;
      await deleteProgramToken(id).finally(() => client.invalidateQueries({ queryKey: programTokensKey }));
    },
  });
  const isNameMissing = isSubmitted && name.trim() === "";
  const isScopeMissing = isSubmitted && scopes.size === 0;
  const submit = () => {
    setIsSubmitted(true);
    if (name.trim() !== "" && scopes.size > 0) make.mutate();
  };
  if (make.data) {
    const { token, scopes: granted } = make.data;
    return (
      <TokenCreated
        token={token}
        canAddRecipes={granted.includes("read") && granted.includes("list")}
        onClose={onClose}
      />
    );
  }
  const failure = make.isError ? (failureText(make.error) ?? t.failed) : undefined;
  const setScope = (scope: ProgramScope, isOn: boolean) => {
    const next = new Set(scopes);
    if (isOn) next.add(scope);
    else next.delete(scope);
    setScopes(next);
    setIdempotencyKey(newId());
  };
  return (
    <FormDialog
      title={t.make}
      dirty={name !== ""}
      onClose={onClose}
      action={t.make}
      busy={make.isPending}
      onSubmit={submit}
    >
      <TextField
        label={t.name}
        name="name"
        value={name}
        maxLength={MAX_TOKEN_NAME}
        autoComplete="off"
        placeholder={t.nameExample}
        error={isNameMissing ? t.nameMissing : undefined}
        onChange={(event) => {
          setName(event.target.value);
          setIdempotencyKey(newId());
        }}
      />
      <fieldset className="stack gap-4">
        <legend className="muted small strong">{t.may}</legend>
        {SCOPES.map((scope) => (
          <Switch
            key={scope}
            label={t.scopes[scope]}
            checked={scopes.has(scope)}
            onChange={(isOn) => setScope(scope, isOn)}
          />
        ))}
      </fieldset>
      {(isScopeMissing || failure) && (
        <p role="alert" className="danger strong">
          {isScopeMissing ? t.mayMissing : failure}
        </p>
      )}
    </FormDialog>
  );
}

/** Returns the address to which a recipe action of Mealie posts, with the token as its password. */
function recipeAddress(token: string): string {
  const url = new URL("/api/shopping-list/recipe", location.origin);
  url.username = "larder";
  url.password = token;
  return url.href;
}

function TokenCreated({
  token,
  canAddRecipes,
  onClose,
}: {
  token: string;
  canAddRecipes: boolean;
  onClose: () => void;
}) {
  const t = useProgramsStrings();
  const copy = (text: string, title: string) => void copyText(text, { title }, { title: t.copyFailed });
  return (
    <Dialog
      kind="secret"
      focusTitle
      title={t.ready}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.kept}
        </Button>
      }
    >
      <div className="stack gap-16">
        <TextField label={t.token} hint={t.once} value={token} readOnly onFocus={(event) => event.target.select()} />
        <div className="flex wrap gap-8">
          <Button size="small" icon={<Copy size={18} aria-hidden />} onClick={() => copy(token, t.copied)}>
            {t.copy}
          </Button>
        </div>
        {canAddRecipes && (
          <>
            <TextField
              label={t.mealieAddress}
              hint={t.mealieHint}
              value={recipeAddress(token)}
              readOnly
              onFocus={(event) => event.target.select()}
            />
            <div className="flex wrap gap-8">
              <Button
                size="small"
                icon={<Copy size={18} aria-hidden />}
                onClick={() => copy(recipeAddress(token), t.mealieCopied)}
              >
                {t.mealie}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
