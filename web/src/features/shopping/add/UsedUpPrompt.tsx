import { useEffect } from "react";
import { ShoppingBasket } from "lucide-react";
import { useIsOnItems, usePrompt } from "../../../lib/state/prompt-queue";
import { Button } from "../../../ui/widgets/Button";
import styles from "../../../ui/widgets/PromptCard.module.css";
import { useBusy } from "../../../ui/hooks/use-busy";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useListUsedUp } from "./use-list-used-up";

/** Adds used-up items to the shopping list if the household wants that, and asks once whether it does. */
export default function UsedUpPrompt() {
  const t = useShoppingStrings();
  const { askedItem, answer } = useListUsedUp();
  const busy = useBusy();
  const onItems = useIsOnItems();
  const isShown = usePrompt("used-up", askedItem !== null && onItems);
  // For tests: from now on, used-up items are handled.
  useEffect(() => {
    performance.mark("used-up");
  }, []);

  if (!isShown || !askedItem) return null;
  return (
    <aside
      hidden={busy}
      className={`floating rise stack middle no-print ${styles.card} ${styles.floats}`}
      aria-labelledby="used-up-title"
      aria-describedby="used-up-text"
    >
      <ShoppingBasket size={28} strokeWidth={1.75} aria-hidden />
      <div className={`shrink ${styles.two}`}>
        <h2 id="used-up-title" className="title">
          {t.askTitle(askedItem.name)}
        </h2>
        <p id="used-up-text" className="muted small">
          {t.askText}
        </p>
      </div>
      <div className={`stack gap-8 ${styles.actions}`}>
        <Button size="small" onClick={() => answer(false)}>
          {t.askNo}
        </Button>
        <Button size="small" variant="primary" onClick={() => answer(true)}>
          {t.askYes}
        </Button>
      </div>
    </aside>
  );
}
