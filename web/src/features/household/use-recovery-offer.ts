import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useIsLooker } from "../../api/household/role";
import { itemsQuery } from "../../api/cached/queries";
import { useAuth } from "../../lib/auth/use-auth";
import { storage } from "../../lib/browser/storage";

/** The storage key of the account that was offered a recovery code. Tests store "never", which disables the offer. */
const RECOVERY_OFFERED = "larder.recovery-offered";
/** The number of items from which on a recovery code is offered. */
const MIN_ITEMS = 10;

/**
 * Decides whether to offer a recovery code: once per larder, after its first scan or tenth item. Sends no request, but
 * uses the items that other screens have loaded.
 */
export function useRecoveryOffer(): { due: boolean; done: () => void } {
  const { uid, status } = useAuth();
  const isLooker = useIsLooker();
  const { data: items = [] } = useQuery({ ...itemsQuery(), enabled: false });
  const [offeredTo, setOfferedTo] = useState(() => storage.get(RECOVERY_OFFERED));
  const isWorthKeeping = items.length >= MIN_ITEMS || items.some(({ scanSessionId }) => Boolean(scanSessionId));
  return {
    due: !isLooker && status === "signed-in" && isWorthKeeping && offeredTo !== uid && offeredTo !== "never",
    done: () => {
      storage.set(RECOVERY_OFFERED, uid ?? "");
      setOfferedTo(uid);
    },
  };
}
