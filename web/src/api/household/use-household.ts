import { useStore } from "../../lib/state/store";
import { useQuery } from "@tanstack/react-query";
import { claim } from "../../lib/auth/custom-token";
import { readSession } from "../../lib/auth/session";
import { useAuth } from "../../lib/auth/use-auth";
import { pollInterval } from "../cached/poll-interval";
import { householdQuery } from "../cached/queries";
import type { Household } from "../types";

/** Returns true if this device's token has its id, as in a larder with several devices. */
function hasDeviceId(): boolean {
  return claim(readSession()?.idToken, "device") !== undefined;
}

/** Returns the household. Fetches it only in a shared larder, unless `isEnabled` says otherwise. */
export function useHousehold(isEnabled?: boolean): {
  household: Household | undefined;
  query: ReturnType<typeof useQuery<Household>>;
} {
  const { status } = useAuth();
  const interval = useStore(pollInterval);
  const query = useQuery({
    ...householdQuery(),
    enabled: status === "signed-in" && (isEnabled ?? (interval > 0 || hasDeviceId())),
  });
  return { household: query.data, query };
}

/** Returns a function that counts the other devices of this larder, as far as known. It waits for a running request. */
export function useCountOtherDevices(): () => Promise<number> {
  const { household, query } = useHousehold();
  return async () => {
    const current = query.isLoading ? (await query.refetch({ cancelRefetch: false })).data : household;
    return current?.devices.filter(({ isThisDevice }) => !isThisDevice).length ?? 0;
  };
}
