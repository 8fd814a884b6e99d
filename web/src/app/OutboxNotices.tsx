import { useEffect } from "react";
import { isReceipt } from "../api/outbox/changes";
import { outbox, type Settled } from "../api/outbox/outbox";
import { useAuth } from "../lib/auth/use-auth";
import { ConfirmDialog } from "../ui/Confirm";
import { usePreloaded } from "../ui/preloadable";
import { OutboxDialog } from "./StatusLine";

const isSeen = () => document.visibilityState === "visible";

type Toasts = typeof import("./background-toasts");

const NEEDED_OFFLINE = [() => import("./background-toasts"), ConfirmDialog.preload, OutboxDialog.preload];

/** Runs `show` with the code of the toasts. Without it the status line still tells what failed. */
async function withToasts(show: (toasts: Toasts) => void): Promise<void> {
  try {
    show(await import("./background-toasts"));
  } catch (error) {
    console.warn("A background event could not be announced:", error);
  }
}

/** Returns true for settled changes that get a toast; failed ones are listed by the outbox. */
function isWorthTelling(settled: Settled): boolean {
  if (settled.type !== "done") return settled.type === "conflict";
  return isReceipt(settled.queued.change) && !outbox.isWatched(settled.queued.key);
}

/**
 * Announces background events: failed changes, read receipts, a full disk, an impossible sign-in. Events while the page
 * is hidden are announced when it becomes visible.
 */
export default function OutboxNotices() {
  const { status } = useAuth();

  usePreloaded(NEEDED_OFFLINE, "outbox-dialogs");

  useEffect(() => {
    // The acknowledgement is on disk: the visible tab announces once, however much later.
    const announceRefusals = () => {
      if (!isSeen()) return;
      for (const row of outbox.failed()) {
        const { key, aside } = row;
        if (!aside || aside.told || announcing.has(key)) continue;
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
    const look = () => {
      announceRefusals();
      announceUnsaved();
    };
    look();
    document.addEventListener("visibilitychange", announceRefusals);
    const unsubscribe = outbox.subscribe(look);
    return () => {
      document.removeEventListener("visibilitychange", announceRefusals);
      unsubscribe();
    };
  }, []);

  useEffect(
    () =>
      outbox.onSettled((settled, here) => {
        // All tabs are notified; the visible one announces, or the one that sent it, once it is visible.
        if ((here || isSeen()) && isWorthTelling(settled)) void withToasts(({ showSettled }) => showSettled(settled));
      }),
    [],
  );

  useEffect(() => {
    // Unsaved changes would be lost with the page, so the browser asks before closing.
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
