import { useRef, useState, type ReactNode } from "react";
import { Pencil } from "lucide-react";
import { request } from "../../../api/client";
import { useIsLooker } from "../../../api/household/role";
import { queryClient } from "../../../api/cached/query-client";
import { keys } from "../../../api/cached/queries";
import type { Receipt } from "../../../api/types";
import { useToday } from "../../../lib/time/clock";
import { formatCalendarDay } from "../../../lib/time/dates";
import { dayField, purchaseDay } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { newId } from "../../../lib/state/ids";
import { Button } from "../../../ui/widgets/Button";
import { DayField } from "../../../ui/widgets/DayField";
import { lastingReason } from "../../../ui/text/failure-text";
import { showToast } from "../../../ui/toasts";
import { useHistoryStrings } from "virtual:strings/history";

/**
 * Shows the day of purchase, on which the shelf lives of a receipt's items begin, before the other facts of the
 * receipt. A tap corrects it. If the printed day is in the future or long ago, asks whether it is that day or the day
 * of the scan.
 */
export function PurchaseDay({ receipt, children }: { receipt: Receipt; children?: ReactNode }) {
  const t = useHistoryStrings().receipt;
  const isLooker = useIsLooker();
  const language = useLanguage();
  const [isSaving, setIsSaving] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  /** The value of the field while it is not saved. */
  const [typed, setTyped] = useState<string | null>(null);
  /** Why the last day was not saved, if the field was open then. */
  const [failure, setFailure] = useState<string>();
  /** The open field; null while it is closed, and after the user has left the page. */
  const field = useRef<HTMLDivElement>(null);
  const { printedOn, purchasedOn } = receipt;
  const shownDay = purchasedOn ?? purchaseDay(receipt);
  const today = dayField(useToday());
  const dayText = (day: string) => formatCalendarDay(language, day);

  const save = async (day: string) => {
    setIsSaving(true);
    setFailure(undefined);
    try {
      const path = `/api/scan-sessions/${encodeURIComponent(receipt.id)}`;
      await request(path, { method: "PATCH", body: { purchasedOn: day }, idempotencyKey: newId() });
      await Promise.all([keys.items, keys.sessions].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      setTyped(null);
    } catch (error) {
      const text = lastingReason(error) ?? t.purchaseFailed;
      if (field.current) setFailure(text);
      else showToast({ tone: "danger", title: text });
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <div className="stack gap-8">
      <div className="row wrap gap-8">
        <button
          type="button"
          className="row gap-4 strong"
          aria-expanded={isOpen}
          disabled={isLooker}
          aria-label={`${t.purchasedOn}: ${dayText(shownDay)}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {dayText(shownDay)}
          <Pencil size={14} strokeWidth={2} aria-hidden className="muted members-only" />
        </button>
        {children}
      </div>
      {printedOn && !purchasedOn && (
        <div role="status" className="muted pad dashed row wrap gap-8 members-only">
          <p>{t.purchaseAsked(dayText(printedOn))}</p>
          {printedOn <= today && (
            <Button size="small" busy={isSaving} onClick={() => void save(printedOn)}>
              {t.purchaseYes}
            </Button>
          )}
          <Button size="small" busy={isSaving} onClick={() => void save(shownDay)}>
            {t.purchaseNo(dayText(shownDay))}
          </Button>
        </div>
      )}
      {isOpen && (
        <div ref={field}>
          <DayField
            label={t.purchasedOn}
            name="purchasedOn"
            max={today}
            value={typed ?? shownDay}
            disabled={isSaving}
            error={failure}
            hint={t.purchasedHint}
            onChange={setTyped}
            onDone={(day) => {
              if (day !== "" && day !== shownDay) return void save(day);
              setFailure(undefined);
              setTyped(null);
            }}
          />
        </div>
      )}
    </div>
  );
}
