import { Archive, Utensils } from "lucide-react";
import { Button } from "../../../ui/widgets/Button";
import { Dialog } from "../../../ui/widgets/Dialog";
import type { SwipeMeaning } from "./swipe-meaning";
import { useItemsStrings } from "virtual:strings/items";

/** Asks at the first swipe what swipes do. */
export default function SwipeDialog({ onAnswer }: { onAnswer: (meaning: SwipeMeaning | null) => void }) {
  const t = useItemsStrings();
  return (
    <Dialog
      kind="alert"
      title={t.swipeTitle}
      description={t.swipeText(t.moreActions)}
      onClose={() => onAnswer(null)}
      footer={
        <>
          <Button icon={<Archive size={18} aria-hidden />} onClick={() => onAnswer("removal")}>
            {t.swipes.removal}
          </Button>
          <Button variant="primary" icon={<Utensils size={18} aria-hidden />} onClick={() => onAnswer("outcome")}>
            {t.swipes.outcome}
          </Button>
        </>
      }
    />
  );
}
