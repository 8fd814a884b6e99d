import { Check } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { useCommon } from "../../ui/strings";
import styles from "./Browse.module.css";
import { amountText } from "./amount-text";
import { listLinesOf } from "./list-lines";
import { useTickLine } from "./mutations/rows";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useJustDone } from "./use-just-done";

const PREVIEW = 5;

/** A preview of the list while browsing: the first five pending rows, which can be ticked here. */
export function CurrentList({
  items,
  aisles,
  onMyList,
}: {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  onMyList: () => void;
}) {
  const common = useCommon();
  const t = useShoppingStrings();
  const tickLine = useTickLine();
  const language = useLanguage();
  const { justDone, note } = useJustDone(items);
  const lines = listLinesOf(
    items.filter((item) => !item.isCompleted || justDone.has(item.id)),
    aisles,
  );
  const pending = lines.filter((line) => !line.isCompleted).length;
  const shown = lines.slice(0, PREVIEW);
  const more = pending - shown.filter((line) => !line.isCompleted).length;
  return (
    <section className="card pad" aria-labelledby="current-title">
      <div className="row wrap split gap-8 below">
        <h2 id="current-title" className="title">
          {t.current(pending)}
        </h2>
        <Button size="small" onClick={onMyList}>
          {t.myList}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="soft">{t.currentEmpty}</p>
      ) : (
        <ul>
          {shown.map((line) => (
            <li key={line.id} className="ruled">
              <button
                type="button"
                role="checkbox"
                aria-checked={line.isCompleted}
                className="row gap-12 full tap"
                aria-label={line.name}
                onClick={() => {
                  note(
                    line.items.map(({ id }) => id),
                    !line.isCompleted,
                  );
                  tickLine(line, !line.isCompleted);
                }}
              >
                <span className="box">{line.isCompleted && <Check size={14} strokeWidth={2.5} aria-hidden />}</span>
                <span className="name grow shrink">{line.name}</span>
                <span className="soft small">{amountText(line, common, language)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={`soft ruled ${styles.more}`}>{t.more(more)}</p>}
    </section>
  );
}
