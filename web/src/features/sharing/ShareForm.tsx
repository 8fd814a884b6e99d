import { useEffect, useEffectEvent, useState } from "react";
import type { ShoppingListItem } from "../../api/types";
import { useLanguage } from "../../lib/language/i18n";
import { storage } from "../../lib/browser/storage";
import { TextArea, TextField } from "../../ui/widgets/Field";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { amountsText, useCommon } from "../../ui/text/strings";
import { OwnShares } from "./OwnShares";
import styles from "./ShareDialog.module.css";
import { linesOf } from "./group-items";
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_OWNER_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  problemOf,
  shareRequest,
  type ShareFields,
  type ShareProblem,
} from "./share-form";
import { useCreateShare, type NewShare } from "./use-create-share";
import { useSharingStrings } from "virtual:strings/sharing";

/** The storage key of the owner's name on shares. */
const NAME_KEY = "larder.owner-name";

interface ShareFormProps {
  items: readonly ShoppingListItem[];
  /** Makes the link without a tap if the owner's name is known. */
  isInstant: boolean;
  onCreated: (share: NewShare) => void;
  onClose: () => void;
}

/** Asks for the owner's name and what to share, and makes the link. */
export function ShareForm({ items, isInstant, onCreated, onClose }: ShareFormProps) {
  const common = useCommon();
  const t = useSharingStrings();
  const [fields, setFields] = useState<ShareFields>(() => ({
    ownerName: storage.get(NAME_KEY) ?? "",
    title: t.defaultTitle,
    description: "",
    shareType: "full",
    selected: new Set(),
  }));
  const [problem, setProblem] = useState<ShareProblem | null>(null);
  const setField = (next: Partial<ShareFields>) => {
    setFields((before) => ({ ...before, ...next }));
    setProblem(null);
  };
  const share = useCreateShare((created, { ownerName }) => {
    storage.set(NAME_KEY, ownerName);
    onCreated(created);
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
        maxLength={MAX_OWNER_NAME_LENGTH}
        value={fields.ownerName}
        hint={t.nameHint}
        error={problem === "name" ? `${t.nameRequired}: ${t.nameRequiredText}` : undefined}
        onChange={(event) => setField({ ownerName: event.target.value })}
      />
      <TextField
        label={t.listTitle}
        name="title"
        maxLength={MAX_TITLE_LENGTH}
        value={fields.title}
        placeholder={t.defaultTitle}
        onChange={(event) => setField({ title: event.target.value })}
      />
      <TextArea
        label={`${t.description} (${common.optional})`}
        name="description"
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={fields.description}
        placeholder={t.descriptionPlaceholder}
        onChange={(event) => setField({ description: event.target.value })}
      />
      <SharedItems items={items} fields={fields} onChange={setField} />
      {problem === "selection" && <FormAlert text={t.selectOne} />}
    </FormDialog>
  );
}

/** Chooses whether the whole list or some of its lines are shared. */
function SharedItems({
  items,
  fields: { shareType, selected },
  onChange,
}: {
  items: readonly ShoppingListItem[];
  fields: ShareFields;
  onChange: (next: Partial<ShareFields>) => void;
}) {
  const common = useCommon();
  const t = useSharingStrings();
  const language = useLanguage();
  const lines = linesOf(items);
  const isSelected = ([{ id }]: (typeof lines)[number]) => selected.has(id);
  const toggle = (line: (typeof lines)[number]) => {
    const ids = line.map(({ id }) => id);
    const others = [...selected].filter((id) => !ids.includes(id));
    onChange({ selected: new Set(isSelected(line) ? others : [...others, ...ids]) });
  };
  return (
    <fieldset className="stack">
      <legend className="muted small strong">{t.what}</legend>
      <label className="row gap-12 tap">
        <input
          type="radio"
          name="shareType"
          checked={shareType === "full"}
          onChange={() => onChange({ shareType: "full" })}
        />
        <span>{t.full(lines.length)}</span>
      </label>
      <label className="row gap-12 tap">
        <input
          type="radio"
          name="shareType"
          checked={shareType === "selected"}
          onChange={() => onChange({ shareType: "selected" })}
        />
        <span>{t.selected}</span>
        {shareType === "selected" && (
          <span className="end muted small nowrap">{t.chosen(lines.filter(isSelected).length, lines.length)}</span>
        )}
      </label>
      {shareType === "selected" && (
        <ul className={`frame rows ${styles.items}`} aria-label={t.selected}>
          {lines.map((line) => (
            <li key={line[0].id}>
              <label className="row gap-12 tap">
                <input type="checkbox" checked={isSelected(line)} onChange={() => toggle(line)} />
                <span>{line[0].name}</span>
                <span className="end muted small nowrap">{amountsText(common, language, line)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
