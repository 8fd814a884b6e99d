import { useEffect, useRef, useState } from "react";
import { ArrowLeft, CircleCheck, TriangleAlert } from "lucide-react";
import { ApiError } from "../../../api/client";
import type { PhotoArea, Receipt } from "../../../api/types";
import { useNow } from "../../../lib/time/clock";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { Link, navigate } from "../../../lib/navigation/router";
import { Button } from "../../../ui/widgets/Button";
import button from "../../../ui/widgets/Button.module.css";
import { LoadFailed } from "../../../ui/widgets/LoadFailed";
import { confirmItems } from "../../../ui/mutations/confirm-items";
import { SkeletonList } from "../../../ui/widgets/Skeleton";
import { sessionTitle } from "../session-title";
import { useHistoryStrings } from "virtual:strings/history";
import { LineRow } from "./LineRow";
import { PurchaseDay } from "./PurchaseDay";
import { Photos } from "./Photos";
import styles from "./Receipt.module.css";
import { Skipped } from "./Skipped";
import { totalProblem } from "./total";
import { needsCheck, useReceipt, type ReceiptLine } from "./use-lines";
import { usePictures } from "./use-pictures";

const ITEMS_HREF = "/?tab=items";

/** Shows a receipt: its photos, its lines, and the item of each line, which the user can check and correct. */
export default function ReceiptPage({ id }: { id: string }) {
  const history = useHistoryStrings();
  const t = history.receipt;
  const { receipt: receiptQuery, items, lines, refetch } = useReceipt(id);
  const { data: receipt, error, isError, isFetching } = receiptQuery;
  const arePhotosExpired = useNow().getTime() >= Date.parse(receipt?.keptUntil ?? "");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [id]);
  const content = () => {
    if (error instanceof ApiError && error.status === 404) return <p className="muted pad dashed">{t.missing}</p>;
    if ((isError && !receipt) || (items.isError && !lines))
      return <LoadFailed onRetry={refetch} busy={isFetching || items.isFetching} />;
    if (!receipt || !lines) return <SkeletonList rows={5} height={64} />;
    return <ReceiptPanes receipt={receipt} lines={lines} arePhotosExpired={arePhotosExpired} />;
  };
  return (
    <div className="stack gap-8">
      <div className={`flex ${styles.head}`}>
        <Link href="/?tab=history" className={button.icon} aria-label={history.title} data-tip={history.title}>
          <ArrowLeft size={22} strokeWidth={1.75} aria-hidden />
        </Link>
        <div className="stack gap-2 grow shrink">
          <h1 ref={heading} tabIndex={-1} className="page-title">
            {receipt?.store ?? sessionTitle(history, id)}
          </h1>
          {receipt && <ReceiptFacts receipt={receipt} arePhotosExpired={arePhotosExpired} />}
        </div>
      </div>
      {content()}
    </div>
  );
}

interface ReceiptFactsProps {
  receipt: Receipt;
  /** True once the server has deleted the photos. */
  arePhotosExpired: boolean;
}

/** Shows the day and the total of a receipt, and whether its lines add up to it. */
function ReceiptFacts({ receipt, arePhotosExpired }: ReceiptFactsProps) {
  const history = useHistoryStrings();
  const t = history.receipt;
  const language = useLanguage();
  return (
    <PurchaseDay receipt={receipt}>
      {typeof receipt.total === "number" && (
        <span className="strong">{money(language, receipt.total, receipt.currency)}</span>
      )}
      {!arePhotosExpired && totalProblem(t, language, receipt) === undefined && (
        <span className="row gap-4 fresh strong">
          {t.addsUp}
          <CircleCheck size={16} strokeWidth={2.25} aria-hidden />
        </span>
      )}
      {receipt.store && <span className="muted small">{sessionTitle(history, receipt.id)}</span>}
    </PurchaseDay>
  );
}

/** Shows the photos and, beside or below them, the lines. */
function ReceiptPanes({ receipt, lines, arePhotosExpired }: ReceiptFactsProps & { lines: readonly ReceiptLine[] }) {
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const pictures = usePictures(receipt.id, receipt.pictures);
  /** The line that the user touched last; at first the first one to check. */
  const [touched, setTouched] = useState<{ id?: string; area?: PhotoArea | undefined }>();
  const allRight = useRef<HTMLButtonElement>(null);
  const problem = arePhotosExpired ? undefined : totalProblem(t, language, receipt);
  const unchecked = lines.filter(needsCheck);
  const remainingCount = lines.filter(({ isRemoved }) => !isRemoved).length;
  const current = touched ?? { id: unchecked[0]?.item.id, area: unchecked[0]?.area };

  /** Marks a line as right, and goes to the next one to check. */
  const confirm = ({ item }: ReceiptLine) => {
    confirmItems([item]);
    const index = unchecked.findIndex((line) => line.item.id === item.id);
    const next = [...unchecked.slice(index + 1), ...unchecked.slice(0, index)][0];
    const row = next && document.getElementById(`line-${next.item.id}`);
    (row?.querySelector<HTMLElement>("[role=checkbox]") ?? allRight.current)?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const finish = () => {
    confirmItems(unchecked.map(({ item }) => item));
    navigate(ITEMS_HREF);
  };

  return (
    <div className={styles.panes}>
      {receipt.pictures > 0 ? (
        <div className={styles.photos}>
          <Photos pictures={pictures} area={current.area} />
        </div>
      ) : (
        <p className="muted pad dashed">{arePhotosExpired ? t.late : t.none}</p>
      )}
      <div className="stack gap-12 top shrink">
        {problem && (
          <p className="flex gap-10 wash soon notice">
            <TriangleAlert size={20} aria-hidden />
            <span>{problem}</span>
          </p>
        )}
        <section className="stack gap-8" aria-labelledby="lines-title">
          <h2 className="large" id="lines-title" aria-live="polite">
            {unchecked.length > 0 ? t.unsureTitle(unchecked.length) : t.lines(lines.length)}
          </h2>
          <ul className="card rows clip">
            {lines.map((line) => (
              <LineRow
                key={line.item.id}
                line={line}
                isCurrent={line.item.id === current.id}
                onCurrent={() => setTouched({ id: line.item.id, area: line.area })}
                onRight={() => confirm(line)}
              />
            ))}
          </ul>
        </section>
        {receipt.skipped.length > 0 && <Skipped receipt={receipt} onShow={(area) => setTouched({ area })} />}
        <div className={`members-only ${styles.bar}`}>
          <Button ref={allRight} variant="primary" wide onClick={finish}>
            {remainingCount > 0 ? t.allRight(remainingCount) : t.done}
          </Button>
        </div>
      </div>
    </div>
  );
}
