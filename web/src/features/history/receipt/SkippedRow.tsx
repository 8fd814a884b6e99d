import { useRef } from "react";
import { Plus, Undo2 } from "lucide-react";
import type { GroceryItem, SkippedLine } from "../../../api/types";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { Button } from "../../../ui/widgets/Button";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { quantityText, useCommon } from "../../../ui/text/strings";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./Receipt.module.css";
import { addSkippedLine, leaveOutLine, putBackLine } from "./mutations";

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
