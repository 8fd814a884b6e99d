import { Check } from "lucide-react";
import type { ShoppingListItem } from "../../../api/types";
import { useLanguage } from "../../../lib/language/i18n";
import { Button } from "../../../ui/widgets/Button";
import { amountsText, useCommon } from "../../../ui/text/strings";
import styles from "../browse/Browse.module.css";
import { listLinesOf } from "./list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useJustTicked } from "./use-just-ticked";

const MAX_LINES = 5;

/** Shows the first five pending lines of the list while browsing. They can be ticked. */
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
  const language = useLanguage();
  const { justTicked, toggleLine } = useJustTicked(items);
  const lines = listLinesOf(
    items.filter((item) => !item.isCompleted || justTicked.has(item.id)),
    aisles,
  );
  const pendingCount = lines.filter((line) => !line.isCompleted).length;
  const shown = lines.slice(0, MAX_LINES);
  const moreCount = pendingCount - shown.filter((line) => !line.isCompleted).length;
  return (
    <section className="card pad" aria-labelledby="current-title">
      <div className="row wrap split gap-8 below">
        <h2 id="current-title" className="title">
          {t.current(pendingCount)}
        </h2>
        <Button size="small" onClick={onMyList}>
          {t.myList}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="muted">{t.currentEmpty}</p>
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
                onClick={() => toggleLine(line)}
              >
                <span className="box">{line.isCompleted && <Check size={14} strokeWidth={2.5} aria-hidden />}</span>
                <span className="name grow shrink">{line.name}</span>
                <span className="muted small">{amountsText(common, language, line.amounts)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {moreCount > 0 && <p className={`muted ruled ${styles.more}`}>{t.more(moreCount)}</p>}
    </section>
  );
}
