import { useRef } from "react";
import { Plus, Undo2 } from "lucide-react";
import { newItem } from "../../../api/new-item";
import type { GroceryItem, Receipt, SkippedLine } from "../../../api/types";
import { derivedId } from "../../../lib/state/derived-id";
import { endOfDayAfter, purchaseDay } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { Button } from "../../../ui/widgets/Button";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { quantityText, useCommon } from "../../../ui/text/strings";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./Receipt.module.css";
import { addSkippedLine, leaveOutLine, putBackLine } from "./mutations";

/** Returns the item for a skipped line. Its id depends only on the line, so that adding it twice adds one item. */
export function skippedItem(receipt: Receipt, line: SkippedLine, index: number, now: Date): GroceryItem {
  const { name, category, quantity, unit, shelfLifeDays, price } = line;
  const values = {
    ...{ name, category, quantity, unit, shelfLifeDays },
    id: derivedId(receipt.id, index),
    scanSessionId: receipt.id,
    expiresAt: endOfDayAfter(purchaseDay(receipt), shelfLifeDays),
    ...(price !== undefined && { price, currency: receipt.currency ?? null }),
  };
  return newItem(values, now);
}

interface SkippedRowProps {
  line: SkippedLine;
  /** The item that adding the line creates. */
  item: GroceryItem;
  added: GroceryItem | undefined;
  /** The item, if it was added before and removed again. */
  removed: GroceryItem | undefined;
  currency: string | null | undefined;
  onShow: () => void;
}

/** Shows a line that the reader considers no food or drink. */
export function SkippedRow({ line, item, added, removed, currency, onShow }: SkippedRowProps) {
  const common = useCommon();
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const row = useRef<HTMLLIElement>(null);
  /** Focuses the button that replaces the pressed one. */
  const focusNewButton = () => {
    requestAnimationFrame(() => row.current?.querySelector("button")?.focus());
  };
  return (
    <li ref={row} className={`row gap-10 ${styles.line} ${styles.scrolled}`} onFocus={onShow}>
      <CategoryIcon category={line.category} />
      <div className="stack grow shrink">
        <span className="clamp snug strong">{added?.name ?? line.name}</span>
        <span className="muted small">
          {added ? t.added : quantityText(common, language, line.quantity, line.unit)}
        </span>
        <span className="visually-hidden">
          {t.onReceipt} {line.rawText}
        </span>
      </div>
      {typeof line.price === "number" && <span className="small nowrap">{money(language, line.price, currency)}</span>}
      {added ? (
        <Button
          variant="ghost"
          size="small"
          className="members-only"
          icon={<Undo2 size={18} aria-hidden />}
          aria-label={t.takeOutNamed(line.name)}
          onClick={() => {
            leaveOutLine(added);
            focusNewButton();
          }}
        >
          {t.takeOut}
        </Button>
      ) : (
        <Button
          variant="ghost"
          size="small"
          className="members-only"
          icon={<Plus size={18} aria-hidden />}
          aria-label={t.addNamed(line.name)}
          onClick={() => {
            if (removed) putBackLine(removed);
            else addSkippedLine(item);
            focusNewButton();
          }}
        >
          {t.add}
        </Button>
      )}
    </li>
  );
}
