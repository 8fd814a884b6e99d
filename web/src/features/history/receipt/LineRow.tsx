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
import { endText } from "../end-text";
import { LineForm, type LineDraft } from "./LineForm";
import styles from "./Receipt.module.css";
import { correctLine, leaveOutLine, putBackLine } from "./mutations";
import { isOpen, type ReceiptLine } from "./use-lines";

interface LineRowProps {
  line: ReceiptLine;
  /** True for the line that the photo shows. */
  isCurrent: boolean;
  onCurrent: () => void;
  /** Marks the line as right. */
  onRight: () => void;
}

/** Shows a receipt line and its item: name, amount and date each open their field, the tick says that all is right. */
export function LineRow({ line, isCurrent, onCurrent, onRight }: LineRowProps) {
  const common = useCommon();
  const history = useHistoryStrings();
  const isLooker = useIsLooker();
  const t = history.receipt;
  const language = useLanguage();
  const now = useNow();
  const { item, isRemoved } = line;
  /** Null while the line is not edited. */
  const [draft, setDraft] = useScreenDraft<LineDraft | null>(`line.${item.id}`, null);
  const row = useRef<HTMLLIElement>(null);
  const isUnsure = isOpen(line);
  const until = t.until(formatFutureDay(language, expiryDate(item), larderToday(now)));
  const amount = quantityText(common, language, item.quantity, item.unit);

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
          <div className="stack grow shrink">
            <div className="row gap-8">
              <button
                type="button"
                data-focus="name"
                className={`row gap-4 grow shrink ${styles.name}`}
                disabled={isRemoved || isLooker}
                aria-label={t.correctNamed(item.name)}
                aria-describedby={`line-${item.id}-text`}
                onClick={() => setDraft({ part: "name", changes: {} })}
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
                {(
                  [
                    ["quantity", amount],
                    ["day", until],
                  ] as const
                ).map(([part, text]) => (
                  <button
                    key={part}
                    type="button"
                    className={`well small muted ${styles.chip}`}
                    disabled={isLooker}
                    aria-label={`${text}, ${item.name}`}
                    onClick={() => setDraft({ part, changes: {} })}
                  >
                    {text}
                  </button>
                ))}
              </div>
            )}
          </div>
          {isRemoved ? (
            <IconButton
              data-focus="restore"
              className="members-only"
              label={t.putBackNamed(item.name)}
              icon={<Undo2 size={20} strokeWidth={1.75} aria-hidden />}
              onClick={restore}
            />
          ) : (
            <button
              type="button"
              role="checkbox"
              className={`center rigid members-only ${styles.tick}`}
              aria-checked={!isUnsure}
              aria-label={t.rightNamed(item.name)}
              disabled={!isUnsure}
              onClick={(event) => {
                // The next line is the current one then.
                event.stopPropagation();
                onRight();
              }}
            >
              <span className="box" aria-hidden>
                {!isUnsure && <Check size={16} strokeWidth={3} />}
              </span>
            </button>
          )}
        </>
      )}
    </li>
  );
}
