import { lazy, Suspense, useEffect, useState } from "react";
import { ShieldCheck } from "lucide-react";
import { useHousehold } from "../../api/household/use-household";
import { useWeeklyPrompt } from "../../lib/state/prompt-queue";
import { Button } from "../../ui/widgets/Button";
import { PromptCard } from "../../ui/widgets/PromptCard";
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
  const shown = useWeeklyPrompt("recovery", household !== undefined && !hasCode);
  return (
    <>
      {shown && !isOpen && (
        <PromptCard
          icon={<ShieldCheck size={32} strokeWidth={1.5} aria-hidden />}
          title={t.offerTitle}
          text={t.offerText}
          actions={
            <>
              <Button size="small" onClick={onDone}>
                {t.offerNo}
              </Button>
              <Button size="small" variant="primary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
                {t.offerYes}
              </Button>
            </>
          }
        />
      )}
      <Suspense>{isOpen && <RecoveryDialog onClose={onDone} />}</Suspense>
    </>
  );
}
