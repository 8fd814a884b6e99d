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
import surface from "../../../ui/Surface.module.css";
import { classes } from "../../../ui/classes";
import { SEPARATOR } from "../../../ui/separator";
import { sessionTitle } from "../session-title";
import { useHistoryStrings } from "virtual:strings/history";
import { LineRow } from "./LineRow";
import { PurchaseDay } from "./PurchaseDay";
import { Photos } from "./Photos";
import styles from "./ReceiptPage.module.css";
import { Skipped } from "./Skipped";
import { compareTotal } from "./total";
import { useReceipt, type ReceiptLine } from "./use-lines";
import { usePictures } from "./use-pictures";

/**
 * One receipt: its photos beside what was made of each line. After a scan it is where the reading is checked, later
 * where the receipt is looked up.
 */
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
  const [place, setPlace] = useState<PhotoArea>();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), [id]);

  const isMissing = error instanceof ApiError && error.status === 404;
  const isLate = receipt !== undefined && now.getTime() >= Date.parse(receipt.keptUntil);
  const sum = receipt && compareTotal(t, language, receipt);
  const row = (line: ReceiptLine) => (
    <LineRow
      key={line.item.id}
      line={line}
      picture={pictures[line.place?.photo ?? 0]?.data}
      onLook={() => setPlace(line.place)}
    />
  );
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <div className={styles.ways}>
          <Link href="/?tab=history" className={classes(button.button, button.ghost, button.small)}>
            <ArrowLeft size={18} aria-hidden />
            {history.title}
          </Link>
          <Link href="/?tab=items" className={classes(button.button, button.primary, button.small)}>
            {t.done}
          </Link>
        </div>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {sessionTitle(history, id)}
        </h1>
        {receipt && (
          <p className={styles.where}>
            {[receipt.store, formatDate(language, receipt.scannedAt)].filter(Boolean).join(SEPARATOR)}
          </p>
        )}
      </div>
      {isMissing ? (
        <p className={styles.note}>{t.missing}</p>
      ) : (isError && !receipt) || (items.isError && !lines) ? (
        <LoadFailed onRetry={refetch} busy={isFetching || items.isFetching} />
      ) : !receipt || !lines ? (
        <SkeletonList rows={5} height={84} />
      ) : (
        <div className={styles.panes}>
          <div className={styles.photo}>
            {receipt.pictures > 0 ? (
              <Photos pictures={pictures} place={place} />
            ) : (
              <p className={styles.note}>{isLate ? t.late : t.none}</p>
            )}
          </div>
          <div className={surface.stack}>
            {!isLate && sum && (
              <p className={classes(styles.sum, sum.isOff && styles.off)}>
                {sum.isOff ? <TriangleAlert size={20} aria-hidden /> : <CircleCheck size={20} aria-hidden />}
                <span>{sum.text}</span>
              </p>
            )}
            <PurchaseDay receipt={receipt} />
            {lines.unsure.length > 0 && (
              <section className={styles.section} aria-labelledby="unsure-title">
                <h2 id="unsure-title">{t.unsureTitle(lines.unsure.length)}</h2>
                <p className={surface.soft}>{t.unsureText}</p>
                <ul className={styles.lines}>{lines.unsure.map(row)}</ul>
              </section>
            )}
            {lines.certain.length > 0 && (
              <section className={styles.section} aria-labelledby="certain-title">
                <h2 id="certain-title">
                  {lines.unsure.length > 0 ? t.others(lines.certain.length) : t.lines(lines.certain.length)}
                </h2>
                <ul className={styles.lines}>{lines.certain.map(row)}</ul>
              </section>
            )}
            {lines.certain.length + lines.unsure.length === 0 && <p className={styles.note}>{history.noItems}</p>}
            {receipt.skipped.length > 0 && <Skipped receipt={receipt} pictures={pictures} />}
            <Link href="/?tab=items" className={classes(button.button, button.secondary, button.wide)}>
              {t.toItems}
            </Link>
          </div>
        </div>
      )}
    </div>
  );
}
