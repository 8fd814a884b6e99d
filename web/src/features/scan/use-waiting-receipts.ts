import { isReceipt } from "../../api/outbox/changes";
import { outbox } from "../../api/outbox/outbox";
import { usePending } from "../../api/cached/use-data";

/** Returns the number of receipts in the outbox that no screen follows, and a function that discards them. */
export function useWaitingReceipts(): { count: number; discardAll: () => void } {
  const waiting = usePending().filter((row) => isReceipt(row.change) && !outbox.isFollowed(row.key));
  return {
    count: waiting.length,
    discardAll: () => {
      for (const row of waiting) void outbox.discard(row.key);
    },
  };
}
