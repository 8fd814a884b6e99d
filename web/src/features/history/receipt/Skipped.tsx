import type { PhotoArea, Receipt } from "../../../api/types";
import { useArchived, useItems } from "../../../api/cached/use-data";
import { useNow } from "../../../lib/time/clock";
import { useHistoryStrings } from "virtual:strings/history";
import { SkippedRow } from "./SkippedRow";
import { skippedItem } from "./skipped-item";

/** Shows the lines of the receipt for which the reader made no item; a button adds one. */
export function Skipped({
  receipt,
  onShow,
}: {
  receipt: Receipt;
  /** Shows a line on the photo. */
  onShow: (area: PhotoArea | undefined) => void;
}) {
  const t = useHistoryStrings().receipt;
  const now = useNow();
  const { data: active } = useItems();
  const { data: archived } = useArchived();
  return (
    <section className="stack gap-8" aria-labelledby="skipped-title">
      <h2 className="large" id="skipped-title">
        {t.skipped}
      </h2>
      <p className="muted">{t.skippedText}</p>
      <ul className="card rows clip">
        {receipt.skipped.map((line, index) => {
          const item = skippedItem(receipt, line, index, now);
          const isSameItem = (other: { id: string }) => other.id === item.id;
          return (
            <SkippedRow
              key={item.id}
              line={line}
              item={item}
              added={active?.find(isSameItem)}
              removed={archived?.find(isSameItem)}
              currency={receipt.currency}
              onShow={() => onShow(line.place ?? undefined)}
            />
          );
        })}
      </ul>
    </section>
  );
}
