import { useEffect, useSyncExternalStore } from "react";
import { isReceipt } from "../../api/outbox/changes";
import { outbox, type Settled } from "../../api/outbox/outbox";
import { useAuth } from "../../lib/auth/use-auth";
import { useUnloadQuestion } from "../../ui/hooks/use-unload-question";
import { ConfirmDialog } from "../../ui/widgets/Confirm";
import { usePreloaded } from "../../ui/preloadable";
import { OutboxDialog } from "../frame/StatusLine";
import { withToasts } from "./with-toasts";

const isVisible = () => document.visibilityState === "visible";

const NEEDED_OFFLINE = [() => import("./background-toasts"), ConfirmDialog.preload, OutboxDialog.preload];

/** Returns true for settled changes that get a toast. Failed ones are announced from the outbox. */
function needsToast(settled: Settled): boolean {
  if (settled.type !== "done") return settled.type === "conflict";
  return isReceipt(settled.queued.change) && !outbox.isFollowed(settled.queued.key);
}

/**
 * Announces failed changes, read receipts, unsaved changes and a failed sign-in. A hidden page announces failures once
 * it is visible. While changes are unsaved, the browser asks before it leaves the page.
 */
export default function OutboxNotices() {
  const { status } = useAuth();

  usePreloaded(NEEDED_OFFLINE, "outbox-dialogs");

  useEffect(() => {
    const announcing = new Set<string>();
    // The acknowledgement is stored, so that one tab announces a failure once.
    const announceFailures = () => {
      if (!isVisible()) return;
      for (const row of outbox.failed()) {
        const { key, aside: failure } = row;
        if (!failure || failure.told || announcing.has(key)) continue;
        announcing.add(key);
        void withToasts(({ showFailed }) => {
          void outbox.acknowledge(key);
          showFailed(row);
        });
      }
    };
    announceFailures();
    document.addEventListener("visibilitychange", announceFailures);
    const unsubscribe = outbox.subscribe(announceFailures);
    return () => {
      document.removeEventListener("visibilitychange", announceFailures);
      unsubscribe();
    };
  }, []);

  useEffect(
    () =>
      outbox.onSettled((settled, isOwn) => {
        // All tabs are notified. The visible one shows the toast, and the one that sent the change.
        if ((isOwn || isVisible()) && needsToast(settled)) void withToasts(({ showSettled }) => showSettled(settled));
      }),
    [],
  );

  const hasUnsaved = useSyncExternalStore(outbox.subscribe, () => outbox.unsaved().size > 0);
  useUnloadQuestion(hasUnsaved);
  useEffect(() => {
    if (hasUnsaved) void withToasts(({ showUnsaved }) => showUnsaved(outbox.isDiskFull()));
  }, [hasUnsaved]);

  useEffect(() => {
    if (status === "unavailable") void withToasts(({ showSignInFailed }) => showSignInFailed());
  }, [status]);

  return null;
}
