import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../api/client";
import { sendWaitingChanges } from "../../api/household/moves";
import type { ShareCreated, ShareRequest, ShoppingListItem } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { useLanguage } from "../../lib/language/i18n";
import { newId } from "../../lib/state/ids";
import { storage } from "../../lib/browser/storage";
import { TextArea, TextField } from "../../ui/widgets/Field";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { failureText } from "../../ui/text/failure-text";
import { quantityText, useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { OwnShares } from "./OwnShares";
import styles from "./ShareDialog.module.css";
import { rememberShare } from "../../lib/own-shares";
import { linesOf } from "./group-items";
import { problemOf, shareRequest, type ShareFields, type ShareProblem } from "./share-form";
import { useSharingStrings } from "virtual:strings/sharing";

/** The owner's name on shares, stored on this device. */
const NAME_KEY = "larder.owner-name";
/** The time for which sharing waits for unsent changes. */
const MAX_WAIT_MS = 5_000;

interface ShareFormProps {
  items: readonly ShoppingListItem[];
  /** Makes the link without a tap if the owner's name is known. */
  isInstant: boolean;
  onCreated: (share: ShareCreated & { title: string }) => void;
  onClose: () => void;
}

export function ShareForm({ items, isInstant, onCreated, onClose }: ShareFormProps) {
  const common = useCommon();
  const t = useSharingStrings();
  const language = useLanguage();
  const lines = linesOf(items);
  const [fields, setFields] = useState<ShareFields>(() => ({
    ownerName: storage.get(NAME_KEY) ?? "",
    title: t.defaultTitle,
    description: "",
    shareType: "full",
    selected: new Set(),
  }));
  const [problem, setProblem] = useState<ShareProblem | null>(null);
  const attempt = useRef<{ body: string; key: string } | null>(null);
  const setField = (next: Partial<ShareFields>) => {
    setFields((before) => ({ ...before, ...next }));
    setProblem(null);
  };

  const share = useMutation({
    mutationFn: async (body: ShareRequest) => {
      // A share is a copy, which rows that are sent later do not join.
      if ((await sendWaitingChanges(MAX_WAIT_MS, ({ kind }) => kind.startsWith("list."))) > 0) return null;
      // A repeated request for the same form has the same key, so that it creates no second share.
      const text = JSON.stringify(body);
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newId() };
      return request<ShareCreated>("/api/shopping-list/share", {
        method: "POST",
        body,
        idempotencyKey: attempt.current.key,
      });
    },
    onSuccess: (created, { title, ownerName }) => {
      if (created === null) return showToast({ tone: "danger", title: t.failed, text: t.unsent });
      attempt.current = null;
      storage.set(NAME_KEY, ownerName);
      const now = new Date();
      rememberShare(
        { uid: auth.state().uid ?? "", token: created.token, url: created.url, title, createdAt: now.toISOString() },
        now,
      );
      onCreated({ ...created, title });
    },
    onError: (error) => showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? common.tryAgain }),
  });

  const submit = (form: HTMLFormElement) => {
    if (share.isPending) return;
    const nextProblem = problemOf(fields);
    setProblem(nextProblem);
    if (nextProblem === "name") form.querySelector<HTMLInputElement>("input[name=ownerName]")?.focus();
    if (nextProblem === null) share.mutate(shareRequest(fields, t.defaultTitle));
  };

  const shareNow = useEffectEvent(() => {
    if (isInstant && problemOf(fields) === null) share.mutate(shareRequest(fields, t.defaultTitle));
  });
  useEffect(() => shareNow(), []);

  const isSelected = ([{ id }]: (typeof lines)[number]) => fields.selected.has(id);
  const toggle = (line: (typeof lines)[number]) => {
    const ids = line.map(({ id }) => id);
    const others = [...fields.selected].filter((id) => !ids.includes(id));
    setField({ selected: new Set(isSelected(line) ? others : [...others, ...ids]) });
  };

  return (
    <FormDialog
      title={t.title}
      description={t.intro}
      onClose={onClose}
      action={share.isPending ? t.creating : t.create}
      busy={share.isPending}
      onSubmit={submit}
      below={<OwnShares />}
    >
      <TextField
        label={t.name}
        name="ownerName"
        autoComplete="name"
        maxLength={60}
        value={fields.ownerName}
        hint={t.nameHint}
        error={problem === "name" ? `${t.nameRequired}: ${t.nameRequiredText}` : undefined}
        onChange={(event) => setField({ ownerName: event.target.value })}
      />
      <TextField
        label={t.listTitle}
        name="title"
        maxLength={100}
        value={fields.title}
        placeholder={t.defaultTitle}
        onChange={(event) => setField({ title: event.target.value })}
      />
      <TextArea
        label={`${t.description} (${common.optional})`}
        name="description"
        maxLength={500}
        value={fields.description}
        placeholder={t.descriptionPlaceholder}
        onChange={(event) => setField({ description: event.target.value })}
      />
      <fieldset className="stack">
        <legend className="muted small strong">{t.what}</legend>
        <label className="row gap-12 tap">
          <input
            type="radio"
            name="shareType"
            checked={fields.shareType === "full"}
            onChange={() => setField({ shareType: "full" })}
          />
          <span>{t.full(lines.length)}</span>
        </label>
        <label className="row gap-12 tap">
          <input
            type="radio"
            name="shareType"
            checked={fields.shareType === "selected"}
            onChange={() => setField({ shareType: "selected" })}
          />
          <span>{t.selected}</span>
          {fields.shareType === "selected" && (
            <span className="end muted small nowrap">{t.chosen(lines.filter(isSelected).length, lines.length)}</span>
          )}
        </label>
        {fields.shareType === "selected" && (
          <ul className={`frame rows ${styles.items}`} aria-label={t.selected}>
            {lines.map((line) => (
              <li key={line[0].id}>
                <label className="row gap-12 tap">
                  <input type="checkbox" checked={isSelected(line)} onChange={() => toggle(line)} />
                  <span>{line[0].name}</span>
                  <span className="end muted small nowrap">
                    {line.map(({ quantity, unit }) => quantityText(common, language, quantity, unit)).join(" + ")}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      {problem === "selection" && <FormAlert text={t.selectOne} />}
    </FormDialog>
  );
}
