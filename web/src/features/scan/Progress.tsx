import { useEffect, useRef } from "react";
import { Check, Circle, FileImage, LoaderCircle } from "lucide-react";
import type { ScanStep } from "../../api/receipts/extract";
import type { ExtractResponse } from "../../api/types";
import { useTask } from "../../lib/state/prompt-queue";
import { Button } from "../../ui/widgets/Button";
import { CategoryIcon } from "../../ui/widgets/CategoryIcon";
import { Preview } from "../../ui/widgets/Preview";
import { classes } from "../../ui/classes";
import styles from "./ScanTab.module.css";
import { useScanStrings } from "virtual:strings/scan";
import type { ScanState } from "./use-scan";

const STEPS: readonly ScanStep[] = ["prepare", "send", "read"];
/** The maximum number of items shown before the list opens. */
const MAX_ITEMS = 6;

/** Shows the progress of a scan: the photo and the current step, then the items that were read. */
export default function Progress({
  state,
  preview,
  onLeave,
}: {
  state: Extract<ScanState, { phase: "working" | "found" }>;
  preview: string | null;
  onLeave: () => void;
}) {
  const t = useScanStrings();
  useTask();
  const card = useRef<HTMLDivElement>(null);
  // The page may be scrolled down to the button that started the scan.
  useEffect(() => {
    // `void`, because newer browsers return a promise, which is no clean-up function.
    void card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={card} className={classes("card pad stack gap-20", styles.progress)}>
      <div className={`place center clip well ${styles.photo}`}>
        <Preview
          url={preview}
          alt={t.preview}
          otherwise={<FileImage size={48} strokeWidth={1.5} className="muted" role="img" aria-label={t.preview} />}
        />
        {state.phase === "working" && <span className={`cover ${styles.light}`} aria-hidden />}
      </div>
      <div className="stack gap-12 top">
        <div role="status">
          <h2>{state.phase === "working" ? t.processing : t.found(state.result.itemCount)}</h2>
        </div>
        {state.phase === "working" ? (
          <>
            <Steps current={state.step} />
            <p className="muted">{t.patience}</p>
            <Button size="small" className="self-start" onClick={onLeave}>
              {t.goOn}
            </Button>
          </>
        ) : (
          <FoundItems result={state.result} />
        )}
      </div>
    </div>
  );
}

function Steps({ current }: { current: ScanStep }) {
  const t = useScanStrings();
  const currentIndex = STEPS.indexOf(current);
  return (
    <ol className="stack gap-10">
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={`row gap-10 ${index === currentIndex ? "strong" : "muted"}`}
          aria-current={index === currentIndex ? "step" : undefined}
        >
          {index < currentIndex ? (
            <Check size={18} aria-hidden className="green" />
          ) : index === currentIndex ? (
            <LoaderCircle size={18} aria-hidden className="green turn" />
          ) : (
            <Circle size={18} aria-hidden />
          )}
          {t.steps[step]}
        </li>
      ))}
    </ol>
  );
}

/** Shows the first items, and says what the reader left out. */
function FoundItems({ result: { items, cutShort, skipped = [] } }: { result: ExtractResponse }) {
  const t = useScanStrings();
  return (
    <>
      <ul className="stack gap-8">
        {items.slice(0, MAX_ITEMS).map((item, index) => (
          <li key={item.id} className="row gap-12 rise" style={{ animationDelay: `${index * 110}ms` }}>
            <CategoryIcon category={item.category} kind={item.kind} />
            <span className="grow strong">{item.name}</span>
            <span className="muted">{t.keeps(item.shelfLifeDays)}</span>
          </li>
        ))}
      </ul>
      {cutShort === true && <p className="small">{t.cutShort}</p>}
      {skipped.length > 0 && <p className="muted small">{t.skipped(skipped.length)}</p>}
    </>
  );
}
