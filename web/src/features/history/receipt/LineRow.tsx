import { useRef, useState } from "react";
import { CircleHelp, CircleMinus, Pencil, Undo2 } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { useNow } from "../../../lib/time/clock";
import { formatFutureDay } from "../../../lib/time/dates";
import { expiryDate, larderToday } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { Badge } from "../../../ui/Badge";
import { IconButton } from "../../../ui/Button";
import { CategoryIcon } from "../../../ui/CategoryIcon";
import { SEPARATOR } from "../../../ui/separator";
import { quantityText, translated, useCommon } from "../../../ui/strings";
import { useHistoryStrings } from "virtual:strings/history";
import { LineForm } from "./LineForm";
import styles from "./Receipt.module.css";
import { PhotoStrip } from "./PhotoStrip";
import { hasDraft } from "./draft";
import { correctLine, leaveOutLine, putBackLine } from "./mutations";
import type { ReceiptLine } from "./use-lines";
import type { Picture } from "./use-pictures";

interface LineRowProps {
  line: ReceiptLine;
  picture: Picture | null | undefined;
  /** Marks the line's area on the photo. */
  onShowOnPhoto: () => void;
}

/** Shows a receipt line and its item: a tap edits the item, the button removes it. */
export function LineRow({ line: { item, isLeftOut, isUnsure, area }, picture, onShowOnPhoto }: LineRowProps) {
  const common = useCommon();
  const history = useHistoryStrings();
  const t = history.receipt;
  const language = useLanguage();
  const now = useNow();
  const [isEditing, setIsEditing] = useState(() => !isLeftOut && hasDraft(item.id));
  const row = useRef<HTMLLIElement>(null);
  const focusControl = (name: "line" | "restore") =>
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus());

  const close = () => {
    setIsEditing(false);
    focusControl("line");
  };
  const save = (after: GroceryItem) => {
    correctLine(item, after);
    close();
  };
  const leaveOut = () => {
    leaveOutLine(item);
    focusControl("restore");
  };
  const restore = () => {
    putBackLine(item);
    focusControl("line");
  };

  return (
    <li ref={row} className={`stack gap-2 cell ${styles.row}`} data-out={isLeftOut || undefined}>
      {picture && area && <PhotoStrip picture={picture} area={area} />}
      {item.rawText && (
        <p className={`soft small ${styles.raw}`}>
          <span className="visually-hidden">{t.onReceipt} </span>
          {item.rawText}
        </p>
      )}
      {isEditing ? (
        <LineForm item={item} onSave={save} onCancel={close} />
      ) : (
        <div className={`row gap-10 ${styles.made}`}>
          <CategoryIcon category={item.category} kind={item.kind} />
          <button
            type="button"
            data-focus="line"
            className={`stack grow shrink tap ${styles.text}`}
            disabled={isLeftOut}
            aria-label={t.correctNamed(item.name)}
            aria-describedby={`line-${item.id}`}
            onClick={() => {
              onShowOnPhoto();
              setIsEditing(true);
            }}
          >
            <span className="row wrap strong name gap-8">
              {item.name}
              {isUnsure && !isLeftOut && <Badge icon={<CircleHelp size={14} aria-hidden />}>{t.unsure}</Badge>}
            </span>
            <span id={`line-${item.id}`} className="soft small">
              {isLeftOut
                ? item.outcome === "used" || item.outcome === "tossed"
                  ? history[item.outcome]
                  : t.leftOut
                : [
                    quantityText(common, language, item.quantity, item.unit),
                    translated(common.categories, item.category),
                    t.until(formatFutureDay(language, expiryDate(item), larderToday(now))),
                  ].join(SEPARATOR)}
            </span>
          </button>
          {typeof item.price === "number" && (
            <span className="small nowrap">{money(language, item.price, item.currency)}</span>
          )}
          {isLeftOut ? (
            <IconButton
              data-focus="restore"
              label={t.putBackNamed(item.name)}
              icon={<Undo2 size={20} strokeWidth={1.75} aria-hidden />}
              onClick={restore}
            />
          ) : (
            <>
              <Pencil size={16} strokeWidth={2} aria-hidden className="soft only-wide" />
              <IconButton
                label={t.leaveOutNamed(item.name)}
                icon={<CircleMinus size={20} strokeWidth={1.75} aria-hidden />}
                onClick={leaveOut}
              />
            </>
          )}
        </div>
      )}
    </li>
  );
}
