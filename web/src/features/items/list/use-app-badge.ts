import { useEffect } from "react";

/** Shows the number of expiring and expired items on the icon of the installed app; undefined while it is unknown. */
export function useAppBadge(dueCount: number | undefined): void {
  useEffect(() => {
    if (dueCount === undefined || !("setAppBadge" in navigator)) return;
    void (dueCount > 0 ? navigator.setAppBadge(dueCount) : navigator.clearAppBadge()).catch(() => undefined);
  }, [dueCount]);
}
