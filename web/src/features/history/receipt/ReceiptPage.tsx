import { useEffect, useRef, useState } from "react";
import { ArrowLeft, CircleCheck, TriangleAlert } from "lucide-react";
import { ApiError } from "../../../api/client";
import type { PhotoArea } from "../../../api/types";
import { useNow } from "../../../lib/time/clock";
import { formatDate } from "../../../lib/time/dates";
import { useLanguage } from "../../../lib/language/i18n";
import { Link } from "../../../lib/navigation/router";
import button from "../../../ui/Button.module.css";
import { LoadFailed } from "../../../ui/LoadFailed";
import { SkeletonList } from "../../../ui/Skeleton";
import { classes } from "../../../ui/classes";
import { SEPARATOR } from "../../../ui/separator";
import { sessionTitle } from "../session-title";
import { useHistoryStrings } from "virtual:strings/history";
import { LineRow } from "./LineRow";
import { PurchaseDay } from "./PurchaseDay";
import { Photos } from "./Photos";
import styles from "./Receipt.module.css";
import { Skipped } from "./Skipped";
import { compareTotal } from "./total";
import { useReceipt, type ReceiptLine } from "./use-lines";
import { usePictures } from "./use-pictures";

/** Shows a receipt: its photos, its lines, and the item of each line, which the user can check and correct. */
export default function ReceiptPage({ id }: { id: string }) {
  const history = useHistoryStrings();
  const t = history.receipt;
  const language = useLanguage();
  const now = useNow();
  const {
    receipt: { data: receipt, error, isError, isFetching },
    items,
    lines,
    refetch,
  } = useReceipt(id);
  const pictures = usePictures(id, receipt?.pictures ?? 0);
  const [area, setArea] = useState<PhotoArea>();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), [id]);

  const isMissing = error instanceof ApiError && error.status === 404;
  const arePhotosExpired = receipt !== undefined && now.getTime() >= Date.parse(receipt.keptUntil);
  const total = receipt && compareTotal(t, language, receipt);
  const renderLine = (line: ReceiptLine) => (
    <LineRow
      key={line.item.id}
      line={line}
      picture={pictures[line.area?.photo ?? 0]?.data}
      onShowOnPhoto={() => setArea(line.area)}
    />
  );
  return (
    <div className="stack gap-16">
      <div className="stack gap-2">
        <div className="row wrap split below">
          <Link href="/?tab=history" className={classes(button.button, button.ghost, button.small)}>
            <ArrowLeft size={18} aria-hidden />
            {history.title}
          </Link>
          <Link href="/?tab=items" className={classes(button.button, button.primary, button.small)}>
            {t.done}
          </Link>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {sessionTitle(history, id)}
        </h1>
        {receipt && (
          <p className="strong">
            {[receipt.store, formatDate(language, receipt.scannedAt)].filter(Boolean).join(SEPARATOR)}
          </p>
        )}
      </div>
      {isMissing ? (
        <p className="soft pad dashed">{t.missing}</p>
      ) : (isError && !receipt) || (items.isError && !lines) ? (
        <LoadFailed onRetry={refetch} busy={isFetching || items.isFetching} />
      ) : !receipt || !lines ? (
        <SkeletonList rows={5} height={84} />
      ) : (
        <div className={`panes ${styles.panes}`}>
          <div className="aside">
            {receipt.pictures > 0 ? (
              <Photos pictures={pictures} area={area} />
            ) : (
              <p className="soft pad dashed">{arePhotosExpired ? t.late : t.none}</p>
            )}
          </div>
          <div className="stack gap-16 top shrink">
            {!arePhotosExpired && total && (
              <p className={`flex gap-10 wash ${total.hasMismatch ? "soon" : "fresh"} notice`}>
                {total.hasMismatch ? <TriangleAlert size={20} aria-hidden /> : <CircleCheck size={20} aria-hidden />}
                <span>{total.text}</span>
              </p>
            )}
            <PurchaseDay receipt={receipt} />
            {lines.unsure.length > 0 && (
              <section className="stack gap-8" aria-labelledby="unsure-title">
                <h2 className="large" id="unsure-title">
                  {t.unsureTitle(lines.unsure.length)}
                </h2>
                <p className="soft">{t.unsureText}</p>
                <ul className="card rows">{lines.unsure.map(renderLine)}</ul>
              </section>
            )}
            {lines.certain.length > 0 && (
              <section className="stack gap-8" aria-labelledby="certain-title">
                <h2 className="large" id="certain-title">
                  {lines.unsure.length > 0 ? t.others(lines.certain.length) : t.lines(lines.certain.length)}
                </h2>
                <ul className="card rows">{lines.certain.map(renderLine)}</ul>
              </section>
            )}
            {lines.certain.length + lines.unsure.length === 0 && <p className="soft pad dashed">{history.noItems}</p>}
            {receipt.skipped.length > 0 && <Skipped receipt={receipt} pictures={pictures} />}
            <Link href="/?tab=items" className={classes(button.button, button.secondary, "full")}>
              {t.toItems}
            </Link>
          </div>
        </div>
      )}
    </div>
  );
}
