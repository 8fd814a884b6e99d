import { useEffect } from "react";
import { isReceipt } from "../../api/outbox/changes";
import { outbox, type Settled } from "../../api/outbox/outbox";
import { useAuth } from "../../lib/auth/use-auth";
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
 * Announces failed changes, read receipts, a full disk and a failed sign-in. A hidden page announces failures once it
 * is visible.
 */
export default function OutboxNotices() {
  const { status } = useAuth();

  usePreloaded(NEEDED_OFFLINE, "outbox-dialogs");

  useEffect(() => {
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
    const announcing = new Set<string>();
    let isAnnounced = false;
    const announceUnsaved = () => {
      const unsaved = outbox.unsaved().size > 0;
      if (unsaved && !isAnnounced) void withToasts(({ showUnsaved }) => showUnsaved(outbox.isDiskFull()));
      isAnnounced = unsaved;
    };
    const announce = () => {
      announceFailures();
      announceUnsaved();
    };
    announce();
    document.addEventListener("visibilitychange", announceFailures);
    const unsubscribe = outbox.subscribe(announce);
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

  useEffect(() => {
    // The browser asks before it closes a page with unsaved changes.
    const ask = (event: BeforeUnloadEvent) => {
      if (outbox.unsaved().size > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  useEffect(() => {
    if (status === "unavailable") void withToasts(({ showSignInFailed }) => showSignInFailed());
  }, [status]);

  return null;
}
