import { lazy, Suspense } from "react";
import { useIsLooker } from "../../../api/household/role";
import type { GroceryItem } from "../../../api/types";
import { Skeleton } from "../../../ui/widgets/Skeleton";
import { UseUpCard } from "../use-up/UseUpCard";
import type { ItemActions } from "../use-item-actions";

const AddedBanner = lazy(() => import("./AddedBanner"));
const PastDateCard = lazy(() => import("./PastDateCard"));
const ReminderCard = lazy(() => import("./ReminderCard"));
const ZoneCard = lazy(() => import("./ZoneCard"));

interface ListCardsProps {
  items: readonly GroceryItem[];
  actions: ItemActions;
  now: Date;
}

/** Shows above the list the items that a scan has just added, or else what to use up. */
export function CardAboveList({
  items,
  added,
  onDismiss,
  actions,
  now,
}: ListCardsProps & { added: readonly GroceryItem[]; onDismiss: () => void }) {
  if (added.length === 0) return <UseUpCard items={items} now={now} />;
  return (
    // Reserves space until the code is loaded, so that no card moves under a finger.
    <Suspense fallback={<Skeleton height={140} />}>
      <AddedBanner
        items={added}
        actions={actions}
        onUndo={() => {
          actions.removeAll(added, "all");
          onDismiss();
        }}
        onDismiss={onDismiss}
      />
    </Suspense>
  );
}

/** Shows questions to the user below the list, so that no item moves when one appears. */
export function CardsBelowList({ items, actions, now }: ListCardsProps) {
  const isLooker = useIsLooker();
  return (
    <Suspense>
      {!isLooker && (
        <>
          <ZoneCard now={now} />
          <PastDateCard items={items} now={now} actions={actions.several} />
        </>
      )}
      <ReminderCard />
    </Suspense>
  );
}
