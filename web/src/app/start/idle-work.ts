import { queryClient } from "../../api/cached/query-client";
import { keys } from "../../api/cached/queries";
import { storeRoleForReminders } from "../../api/household/role";
import { outbox } from "../../api/outbox/outbox";
import { registrationDone } from "../../lib/browser/registration";
import { idle } from "../../lib/browser/scheduling";

/** Requests persistent storage once there is data. Some browsers ask the user, who would not understand it earlier. */
function persistStorage(): void {
  const persistIfUsed = () => {
    const items = queryClient.getQueryData<readonly unknown[]>(keys.items)?.length ?? 0;
    const list = queryClient.getQueryData<readonly unknown[]>(keys.shoppingList)?.length ?? 0;
    if (items + list + outbox.pending().length === 0) return;
    for (const unsubscribe of subscriptions) unsubscribe();
    void navigator.storage?.persist?.().catch(() => false);
  };
  const subscriptions = [outbox.subscribe(persistIfUsed), queryClient.getQueryCache().subscribe(persistIfUsed)];
  persistIfUsed();
}

/** Runs non-critical start-up work, one part per task. */
export async function runIdleWork(): Promise<void> {
  void import("./service-worker").then(({ registerServiceWorker }) => registerServiceWorker(), registrationDone);
  await idle();
  if (matchMedia("(any-hover: hover)").matches)
    void import("../../ui/tooltips").then(
      ({ startTooltips }) => startTooltips(),
      () => undefined,
    );
  void import("../../ui/focus-rescue").then(
    ({ startFocusRescue }) => startFocusRescue(),
    () => undefined,
  );
  await idle();
  void import("../../api/settings/push").then(
    ({ watchReminders }) => watchReminders(),
    () => undefined,
  );
  storeRoleForReminders();
  persistStorage();
  // The browser tests wait for it.
  performance.mark("idle-work");
}
