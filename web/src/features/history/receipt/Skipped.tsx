import type { Receipt } from "../../../api/types";
import { useArchived, useItems } from "../../../api/cached/use-data";
import { useNow } from "../../../lib/time/clock";
import surface from "../../../ui/Surface.module.css";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./ReceiptPage.module.css";
import { SkippedRow, skippedItem } from "./SkippedRow";
import type { usePictures } from "./use-pictures";

/** Lines of the receipt that became no item; a tap adds them. */
export function Skipped({ receipt, pictures }: { receipt: Receipt; pictures: ReturnType<typeof usePictures> }) {
  const t = useHistoryStrings().receipt;
  const now = useNow();
  const { data: active } = useItems();
  const { data: archived } = useArchived();
  return (
    <section className={styles.section} aria-labelledby="skipped-title">
      <h2 id="skipped-title">{t.skipped}</h2>
      <p className={surface.soft}>{t.skippedText}</p>
      <ul className={styles.lines}>
        {receipt.skipped.map((line, nth) => {
          const item = skippedItem(receipt, line, nth, now);
          const same = (other: { id: string }) => other.id === item.id;
          return (
            <SkippedRow
              key={item.id}
              line={line}
              item={item}
              added={active?.find(same)}
              gone={archived?.find(same)}
              currency={receipt.currency}
              picture={pictures[line.place?.photo ?? 0]?.data}
            />
          );
        })}
      </ul>
    </section>
  );
}
