import { lazy, Suspense, useEffect, useState } from "react";
import { ShieldCheck } from "lucide-react";
import { useHousehold } from "../../api/household/use-household";
import { useWeeklyPrompt } from "../../lib/state/prompt-queue";
import styles from "../../ui/widgets/PromptCard.module.css";
import { Button } from "../../ui/widgets/Button";
import { useBusy } from "../../ui/hooks/use-busy";
import { useHouseholdStrings } from "virtual:strings/household";

const RecoveryDialog = lazy(() => import("./RecoveryDialog"));

/** Offers a recovery code. After it is dismissed, only the page of the household offers it. */
export default function RecoveryOffer({ onDone }: { onDone: () => void }) {
  const t = useHouseholdStrings();
  const [isOpen, setIsOpen] = useState(false);
  const { household } = useHousehold(true);
  const hasCode = household?.recoveryCode?.isConfirmed === true;
  useEffect(() => {
    if (hasCode && !isOpen) onDone();
  }, [hasCode, isOpen, onDone]);
  const busy = useBusy();
  const shown = useWeeklyPrompt("recovery", household !== undefined && !hasCode);
  return (
    <>
      {shown && !isOpen && (
        <aside
          hidden={busy}
          className={`floating rise stack middle no-print ${styles.card} ${styles.floats}`}
          aria-labelledby="recovery-offer-title"
          aria-describedby="recovery-offer-text"
        >
          <ShieldCheck size={32} strokeWidth={1.5} aria-hidden />
          <div className={`shrink ${styles.two}`}>
            <h2 id="recovery-offer-title" className="title">
              {t.offerTitle}
            </h2>
            <p id="recovery-offer-text" className="muted small">
              {t.offerText}
            </p>
          </div>
          <div className={`stack gap-8 ${styles.actions}`}>
            <Button size="small" onClick={onDone}>
              {t.offerNo}
            </Button>
            <Button size="small" variant="primary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              {t.offerYes}
            </Button>
          </div>
        </aside>
      )}
      <Suspense>{isOpen && <RecoveryDialog onClose={onDone} />}</Suspense>
    </>
  );
}
