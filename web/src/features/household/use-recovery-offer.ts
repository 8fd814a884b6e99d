import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "../../api/cached/queries";
import { useAuth } from "../../lib/auth/use-auth";
import { RECOVERY_OFFERED } from "./recovery-offered";
import { storage } from "../../lib/browser/storage";

/** The number of items that make a larder worth keeping. */
const WORTH_KEEPING = 10;

/**
 * Decides whether to offer a recovery code: once per larder, after its first scan or tenth item. Uses only data that
 * other screens loaded.
 */
export function useRecoveryOffer(): { due: boolean; done: () => void } {
  const { uid, status } = useAuth();
  const { data: items = [] } = useQuery({ ...itemsQuery(), enabled: false });
  const [offeredTo, setOfferedTo] = useState(() => storage.get(RECOVERY_OFFERED));
  const worth = items.length >= WORTH_KEEPING || items.some(({ scanSessionId }) => Boolean(scanSessionId));
  return {
    due: status === "signed-in" && worth && offeredTo !== uid && offeredTo !== "never",
    done: () => {
      storage.set(RECOVERY_OFFERED, uid ?? "");
      setOfferedTo(uid);
    },
  };
}
