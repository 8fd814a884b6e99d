import { useEffect } from "react";
import { ShoppingBasket } from "lucide-react";
import { useIsOnItems, usePrompt } from "../../../lib/state/prompt-queue";
import { Button } from "../../../ui/widgets/Button";
import { PromptCard } from "../../../ui/widgets/PromptCard";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useListUsedUp } from "./use-list-used-up";

/** Adds used-up items to the shopping list if the household wants that. Asks whether it does, until it is answered. */
export default function ListUsedUp() {
  const t = useShoppingStrings();
  const { askedItem, answer } = useListUsedUp();
  const onItems = useIsOnItems();
  const isShown = usePrompt("used-up", askedItem !== null && onItems);
  // For tests: from now on, used-up items are handled.
  useEffect(() => {
    performance.mark("used-up");
  }, []);

  if (!isShown || !askedItem) return null;
  return (
    <PromptCard
      icon={<ShoppingBasket size={28} strokeWidth={1.75} aria-hidden />}
      title={t.askTitle(askedItem.name)}
      text={t.askText}
      actions={
        <>
          <Button size="small" onClick={() => answer(false)}>
            {t.askNo}
          </Button>
          <Button size="small" variant="primary" onClick={() => answer(true)}>
            {t.askYes}
          </Button>
        </>
      }
    />
  );
}
