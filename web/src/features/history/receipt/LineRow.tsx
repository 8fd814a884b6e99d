import { useRef } from "react";
import { Check, CircleHelp, Undo2 } from "lucide-react";
import { useIsLooker } from "../../../api/household/role";
import type { GroceryItem } from "../../../api/types";
import { useNow } from "../../../lib/time/clock";
import { formatFutureDay } from "../../../lib/time/dates";
import { expiryDate, larderToday } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { useScreenDraft } from "../../../lib/state/screen-drafts";
import { IconButton } from "../../../ui/widgets/Button";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { quantityText, useCommon } from "../../../ui/text/strings";
import { useHistoryStrings } from "virtual:strings/history";
import { LineForm, type LineDraft } from "./LineForm";
import styles from "./Receipt.module.css";
import { correctLine, leaveOutLine, putBackLine } from "./mutations";
import { needsCheck, type ReceiptLine } from "./use-lines";

interface LineRowProps {
  line: ReceiptLine;
  /** True for the line that the photo shows. */
  isCurrent: boolean;
  onCurrent: () => void;
  /** Marks the line as right. */
  onRight: () => void;
}

/** Shows a receipt line, or the form that corrects it. */
export function LineRow({ line, isCurrent, onCurrent, onRight }: LineRowProps) {
  const { item, isRemoved } = line;
  /** Null while the line is not edited. */
  const [draft, setDraft] = useScreenDraft<LineDraft | null>(`line.${item.id}`, null);
  const row = useRef<HTMLLIElement>(null);

  /** Leaves the form, if it is open, and focuses the control that is shown then. */
  const show = (name: "name" | "restore") => {
    setDraft(null);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus());
  };
  const save = (after: GroceryItem) => {
    correctLine(item, after);
    show("name");
  };
  const leaveOut = () => {
    leaveOutLine(item);
    show("restore");
  };
  const restore = () => {
    putBackLine(item);
    show("name");
  };

  return (
    // The handlers only observe which line is used. Safari focuses no button that is clicked.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <li
      ref={row}
      id={`line-${item.id}`}
      className={`row gap-10 ${styles.line} ${styles.scrolled}`}
      data-current={isCurrent || undefined}
      data-out={isRemoved || undefined}
      onFocus={onCurrent}
      onClick={onCurrent}
    >
      <CategoryIcon category={item.category} kind={item.kind} />
      {draft && !isRemoved ? (
        <LineForm
          item={item}
          draft={draft}
          onDraft={setDraft}
          onSave={save}
          onCancel={() => show("name")}
          onLeaveOut={leaveOut}
        />
      ) : (
        <>
          <LineTexts line={line} onEdit={(part) => setDraft({ part, changes: {} })} />
          {isRemoved ? (
            <RestoreButton item={item} onRestore={restore} />
          ) : (
            <Tick item={item} isTicked={!needsCheck(line)} onTick={onRight} />
          )}
        </>
      )}
    </li>
  );
}

interface LineTextsProps {
  line: ReceiptLine;
  onEdit: (part: LineDraft["part"]) => void;
}

/** Shows the item of a line. Its name, amount and date each open their field. */
function LineTexts({ line, onEdit }: LineTextsProps) {
  const common = useCommon();
  const history = useHistoryStrings();
  const t = history.receipt;
  const isLooker = useIsLooker();
  const language = useLanguage();
  const now = useNow();
  const { item, isRemoved } = line;
  const isUnsure = needsCheck(line);
  const chips = [
    ["quantity", quantityText(common, language, item.quantity, item.unit)],
    ["day", t.until(formatFutureDay(language, expiryDate(item), larderToday(now)))],
  ] as const;
  return (
    <div className="stack grow shrink">
      <div className="row gap-8">
        <button
          type="button"
          data-focus="name"
          className={`row gap-4 grow shrink ${styles.name}`}
          disabled={isRemoved || isLooker}
          aria-label={t.correctNamed(item.name)}
          aria-describedby={`line-${item.id}-text`}
          onClick={() => onEdit("name")}
        >
          {isUnsure && <CircleHelp size={16} strokeWidth={2.25} aria-hidden className="soon" />}
          <span className="clamp snug strong name">{item.name}</span>
        </button>
        {typeof item.price === "number" && (
          <span className="small nowrap">{money(language, item.price, item.currency)}</span>
        )}
      </div>
      <span id={`line-${item.id}-text`} hidden>
        {[isUnsure && t.unsure, item.rawText && `${t.onReceipt} ${item.rawText}`].filter(Boolean).join(". ")}
      </span>
      {isRemoved ? (
        <span className="muted small">{endText(history, item) ?? t.leftOut}</span>
      ) : (
        <div className="row wrap gap-4">
          {chips.map(([part, text]) => (
            <button
              key={part}
              type="button"
              className={`well small muted ${styles.chip}`}
              disabled={isLooker}
              aria-label={`${text}, ${item.name}`}
              onClick={() => onEdit(part)}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns how an item left the larder; undefined if it did not, or if the line was read wrongly. */
function endText(
  t: ReturnType<typeof useHistoryStrings>,
  { outcome, itemStatus }: Pick<GroceryItem, "outcome" | "itemStatus">,
): string | undefined {
  if (outcome === "used" || outcome === "tossed") return t[outcome];
  return outcome === "misread" || itemStatus === "active" ? undefined : t[itemStatus];
}

function RestoreButton({ item, onRestore }: { item: GroceryItem; onRestore: () => void }) {
  const t = useHistoryStrings().receipt;
  return (
    <IconButton
      data-focus="restore"
      className="members-only"
      label={t.putBackNamed(item.name)}
      icon={<Undo2 size={20} strokeWidth={1.75} aria-hidden />}
      onClick={onRestore}
    />
  );
}

interface TickProps {
  item: GroceryItem;
  isTicked: boolean;
  onTick: () => void;
}

/** A checkbox that marks a line as right; it cannot be unticked. */
function Tick({ item, isTicked, onTick }: TickProps) {
  const t = useHistoryStrings().receipt;
  return (
    <button
      type="button"
      role="checkbox"
      className={`center rigid members-only ${styles.tick}`}
      aria-checked={isTicked}
      aria-label={t.rightNamed(item.name)}
      disabled={isTicked}
      onClick={(event) => {
        // The next line is the current one then.
        event.stopPropagation();
        onTick();
      }}
    >
      <span className="box" aria-hidden>
        {isTicked && <Check size={16} strokeWidth={3} />}
      </span>
    </button>
  );
}
