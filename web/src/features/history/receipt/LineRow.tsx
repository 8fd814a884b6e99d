import { useRef, useState } from "react";
import { CircleHelp, CircleMinus, Pencil, Undo2 } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { useNow } from "../../../lib/time/clock";
import { formatComing } from "../../../lib/time/dates";
import { expiryDate } from "../../../lib/domain/freshness";
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
import { Strip } from "./Strip";
import { hasDraft } from "./draft";
import { useCorrectLine, useLeaveOutLine, usePutBackLine } from "./mutations";
import type { ReceiptLine } from "./use-lines";
import type { Picture } from "./use-pictures";

interface LineRowProps {
  line: ReceiptLine;
  picture: Picture | null | undefined;
  /** Shows its place on the photo. */
  onLook: () => void;
}

/** A receipt line, and below it its item: a tap corrects it, the button leaves it out. */
export function LineRow({ line: { item, isLeftOut, isUnsure, place }, picture, onLook }: LineRowProps) {
  const common = useCommon();
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const now = useNow();
  const correctLine = useCorrectLine();
  const leaveOutLine = useLeaveOutLine();
  const putBackLine = usePutBackLine();
  const [editing, setEditing] = useState(() => !isLeftOut && hasDraft(item.id));
  const row = useRef<HTMLLIElement>(null);
  const focus = (what: string) =>
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-focus="${what}"]`)?.focus());

  const close = () => {
    setEditing(false);
    focus("line");
  };
  const save = (after: GroceryItem) => {
    correctLine(item, after);
    close();
  };
  const leaveOut = () => {
    leaveOutLine(item);
    focus("back");
  };
  const putBack = () => {
    putBackLine(item);
    focus("line");
  };

  return (
    <li ref={row} className={`stack gap-2 cell ${styles.row}`} data-out={isLeftOut || undefined}>
      {picture && place && <Strip picture={picture} place={place} />}
      {item.rawText && (
        <p className={`soft small ${styles.raw}`}>
          <span className="visually-hidden">{t.onReceipt} </span>
          {item.rawText}
        </p>
      )}
      {editing ? (
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
              onLook();
              setEditing(true);
            }}
          >
            <span className="row wrap strong name gap-8">
              {item.name}
              {isUnsure && !isLeftOut && <Badge icon={<CircleHelp size={14} aria-hidden />}>{t.unsure}</Badge>}
            </span>
            <span id={`line-${item.id}`} className="soft small">
              {isLeftOut
                ? t.leftOut
                : [
                    quantityText(common, language, item.quantity, item.unit),
                    translated(common.categories, item.category),
                    t.until(formatComing(language, expiryDate(item), now)),
                  ].join(SEPARATOR)}
            </span>
          </button>
          {typeof item.price === "number" && (
            <span className="small nowrap">{money(language, item.price, item.currency)}</span>
          )}
          {isLeftOut ? (
            <IconButton
              data-focus="back"
              label={t.putBackNamed(item.name)}
              icon={<Undo2 size={20} strokeWidth={1.75} aria-hidden />}
              onClick={putBack}
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
