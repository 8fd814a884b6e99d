import { useEffect, useState } from "react";
import { Sparkles } from "lucide-react";
import { useUpdateStrings } from "virtual:strings/update";
import { usePrompt } from "../../lib/state/prompt-queue";
import { Button } from "../../ui/widgets/Button";
import styles from "../../ui/widgets/PromptCard.module.css";
import { useCommon } from "../../ui/text/strings";
import { useBusy } from "../../ui/hooks/use-busy";
import { onUpdateWaiting } from "./service-worker";

/** Offers a new version. Does not reload without a tap, because that could lose input. */
export default function UpdatePrompt() {
  const common = useCommon();
  const t = useUpdateStrings();
  const [apply, setApply] = useState<(() => void) | null>(null);
  useEffect(() => onUpdateWaiting((next) => setApply(() => next)), []);
  const busy = useBusy();
  // Urgent, so that an unanswered install prompt does not hide it.
  const shown = usePrompt("update", apply !== null, true) && apply !== null;
  return (
    // Always in the accessibility tree, or its first text would not be announced.
    <div
      role="status"
      hidden={shown && busy}
      className={shown ? `floating rise stack middle no-print ${styles.card} ${styles.floats}` : "visually-hidden"}
    >
      {shown && (
        <>
          <Sparkles size={28} strokeWidth={1.75} aria-hidden />
          <p className={`shrink title ${styles.two}`}>{t.title}</p>
          <div className={`stack gap-8 ${styles.actions}`}>
            <Button size="small" onClick={() => setApply(null)}>
              {common.close}
            </Button>
            <Button variant="primary" size="small" onClick={apply}>
              {t.action}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
