import { useState } from "react";
import { Hourglass } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { storage } from "../../../lib/browser/storage";
import { isPastBestBefore } from "../../../lib/domain/freshness";
import { usePrompt } from "../../../lib/state/prompt-queue";
import { Button } from "../../../ui/widgets/Button";
import type { ItemActions } from "../use-item-actions";
import { useItemsStrings } from "virtual:strings/items";

/** The storage key of the ids of the items for which the user has answered. */
const ANSWERED = "larder.past-best-before";

interface PastDateCardProps {
  items: readonly GroceryItem[];
  now: Date;
  actions: Pick<ItemActions["several"], "markUsed" | "markTossed">;
}

/** Asks once what became of food past its best-before date, which is never removed on its own. */
export default function PastDateCard({ items, now, actions }: PastDateCardProps) {
  const t = useItemsStrings();
  const [answered, setAnswered] = useState(() => storage.get(ANSWERED)?.split(" ") ?? []);
  const past = items.filter((item) => isPastBestBefore(item, now));
  const asked = past.filter(({ id }) => !answered.includes(id));
  const isShown = usePrompt("past-best-before", asked.length > 0);
  if (!isShown) return null;
  const close = () => {
    const ids = past.map(({ id }) => id);
    storage.set(ANSWERED, ids.join(" "));
    setAnswered(ids);
  };
  const closeWith = (act: (items: readonly GroceryItem[]) => void) => {
    close();
    act(asked);
  };
  return (
    <section className="row wrap gap-8 soon wash notice" aria-label={t.pastBestBefore(asked.length)}>
      <Hourglass size={20} aria-hidden />
      <p className="strong">
        {t.pastBestBefore(asked.length)} <span className="ink">{asked.map(({ name }) => name).join(", ")}</span>
      </p>
      <div className="flex wrap end">
        <Button size="small" onClick={() => closeWith(actions.markUsed)}>
          {t.used}
        </Button>
        <Button size="small" onClick={() => closeWith(actions.markTossed)}>
          {t.tossed}
        </Button>
        <Button size="small" variant="ghost" onClick={close}>
          {t.pastKept}
        </Button>
      </div>
    </section>
  );
}
