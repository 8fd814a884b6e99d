import { useRef } from "react";
import { Plus, Undo2 } from "lucide-react";
import type { GroceryItem, Receipt, SkippedLine } from "../../../api/types";
import { derivedId } from "../../../lib/state/derived-id";
import { expiryAfter, freshnessAt, purchaseMoment } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { Button } from "../../../ui/Button";
import { CategoryIcon } from "../../../ui/CategoryIcon";
import { quantityText, useCommon } from "../../../ui/strings";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./Receipt.module.css";
import { Strip } from "./Strip";
import { useAddSkippedLine, useLeaveOutLine, usePutBackLine } from "./mutations";
import type { Picture } from "./use-pictures";

/** The item that a skipped line becomes: always the same one, so that adding it twice adds it once. */
export function skippedItem(receipt: Receipt, line: SkippedLine, nth: number, now: Date): GroceryItem {
  const { name, category, quantity, unit, shelfLifeDays, price } = line;
  const expiresAt = expiryAfter(shelfLifeDays, purchaseMoment(receipt));
  return {
    id: derivedId(receipt.id, nth),
    userId: receipt.userId,
    scanSessionId: receipt.id,
    name,
    category,
    quantity,
    unit,
    shelfLifeDays,
    createdAt: now.toISOString(),
    expiresAt,
    status: freshnessAt(expiresAt, now),
    itemStatus: "active",
    ...(price !== undefined && { price, currency: receipt.currency ?? null }),
  };
}

interface SkippedRowProps {
  line: SkippedLine;
  /** The item it becomes or has become. */
  item: GroceryItem;
  added: GroceryItem | undefined;
  /** It was added before, and taken out again. */
  gone: GroceryItem | undefined;
  currency: string | null | undefined;
  picture: Picture | null | undefined;
}

/** A line that is neither food nor drink, as far as the reader can tell. */
export function SkippedRow({ line, item, added, gone, currency, picture }: SkippedRowProps) {
  const common = useCommon();
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const addSkippedLine = useAddSkippedLine();
  const leaveOutLine = useLeaveOutLine();
  const putBackLine = usePutBackLine();
  const row = useRef<HTMLLIElement>(null);
  /** The other button takes the place of the one that was pressed. */
  const focusOther = () => {
    requestAnimationFrame(() => row.current?.querySelector("button")?.focus());
  };
  return (
    <li ref={row} className={`stack gap-2 cell ${styles.row}`}>
      {picture && line.place && <Strip picture={picture} place={line.place} />}
      <p className={`soft small ${styles.raw}`}>
        <span className="visually-hidden">{t.onReceipt} </span>
        {line.rawText}
      </p>
      <div className={`row gap-10 ${styles.made}`}>
        <CategoryIcon category={line.category} />
        <div className={`stack grow shrink tap ${styles.text}`}>
          <span className="row wrap strong name gap-8">{added?.name ?? line.name}</span>
          <span className="soft small">
            {added ? t.added : quantityText(common, language, line.quantity, line.unit)}
          </span>
        </div>
        {typeof line.price === "number" && (
          <span className="small nowrap">{money(language, line.price, currency)}</span>
        )}
        {added ? (
          <Button
            variant="ghost"
            size="small"
            icon={<Undo2 size={18} aria-hidden />}
            aria-label={t.takeOutNamed(line.name)}
            onClick={() => {
              leaveOutLine(added);
              focusOther();
            }}
          >
            {t.takeOut}
          </Button>
        ) : (
          <Button
            variant="ghost"
            size="small"
            icon={<Plus size={18} aria-hidden />}
            aria-label={t.addNamed(line.name)}
            onClick={() => {
              if (gone) putBackLine(gone);
              else addSkippedLine(item);
              focusOther();
            }}
          >
            {t.add}
          </Button>
        )}
      </div>
    </li>
  );
}
