import { lazy, Suspense, useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Blocks, Plus, X } from "lucide-react";
import { deleteProgramToken, programTokens, programTokensKey } from "../../api/settings/programs";
import type { ProgramToken } from "../../api/types";
import { useNow } from "../../lib/time/clock";
import { formatDay, momentOfUtcDay } from "../../lib/time/dates";
import { dayIndex } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/language/i18n";
import { Button, IconButton } from "../../ui/widgets/Button";
import { useConfirm } from "../../ui/widgets/Confirm";
import { failureText } from "../../ui/text/failure-text";
import { SEPARATOR } from "../../ui/text/separator";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { useProgramsStrings } from "virtual:strings/programs";

const MakeTokenDialog = lazy(() => import("./MakeTokenDialog"));

/** Shows the API tokens of programs, with name, scopes and last use. */
export default function ProgramsSection() {
  const t = useProgramsStrings();
  const common = useCommon();
  const client = useQueryClient();
  const { data: tokens = [], isError } = useQuery({
    queryKey: programTokensKey,
    queryFn: programTokens,
    retry: false,
    // Another device may have made or deleted one.
    refetchOnMount: "always",
  });
  const [isCreating, setIsCreating] = useState(false);
  const { confirm, dialog } = useConfirm();
  const deleting = useMutation({
    mutationFn: ({ id }: ProgramToken) => deleteProgramToken(id),
    onSuccess: () => showToast({ tone: "success", title: t.deleted }),
    onError: (error) => showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? common.tryAgain }),
    onSettled: () => client.invalidateQueries({ queryKey: programTokensKey }),
  });
  const confirmDeletion = async (token: ProgramToken) => {
    if (await confirm({ title: t.deleteNamed(token.name), text: t.deleteQuestion, action: t.delete }))
      deleting.mutate(token);
  };
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="programs-title">
      <h2 id="programs-title">{t.title}</h2>
      <p className="muted">
        {t.text} <a href="/home-assistant.txt">{t.guide}</a>
      </p>
      {isError && (
        <p role="status" className="muted">
          {t.loadFailed}
        </p>
      )}
      {tokens.length > 0 && (
        <ul className="rows" aria-label={t.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onDelete={() => void confirmDeletion(token)} />
          ))}
        </ul>
      )}
      <div className="flex wrap gap-8">
        <Button
          size="small"
          icon={<Plus size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setIsCreating(true)}
        >
          {t.make}
        </Button>
      </div>
      {dialog}
      {isCreating && (
        <Suspense>
          <MakeTokenDialog
            onClose={() => {
              setIsCreating(false);
              void client.invalidateQueries({ queryKey: programTokensKey });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

function TokenRow({ token, onDelete }: { token: ProgramToken; onDelete: () => void }) {
  const t = useProgramsStrings();
  const language = useLanguage();
  const now = useNow();
  const day = token.lastUsedOn && momentOfUtcDay(token.lastUsedOn, now);
  const usage = !day ? t.never : dayIndex(day, now) >= 0 ? t.usedToday : t.used(formatDay(language, day, now));
  return (
    <li className="row gap-12 list-row">
      <Blocks size={22} strokeWidth={1.75} aria-hidden className="green" />
      <div className="grow shrink">
        <p className="strong">{token.name}</p>
        <p className="muted">{[...token.scopes.map((scope) => t.scopes[scope]), usage].join(SEPARATOR)}</p>
      </div>
      <IconButton
        label={t.deleteNamed(token.name)}
        aria-haspopup="dialog"
        icon={<X size={20} strokeWidth={1.75} aria-hidden />}
        onClick={onDelete}
      />
    </li>
  );
}
