import { useEffect } from "react";
import { OVERTAKEN } from "../api/outbox/delivery";
import { outbox } from "../api/outbox/outbox";
import type { ExtractResponse } from "../api/types";
import { useAuth } from "../lib/auth/use-auth";
import { navigate } from "../lib/router";
import { failureTextOf, refusalText } from "../ui/failure-text";
import { showToast } from "../ui/toasts";
import { commonStrings } from "../ui/strings";
import { tabHref } from "./tab-url";

const isSeen = () => document.visibilityState === "visible";

/**
 * Announces background events: failed changes, read receipts, a full disk, an impossible sign-in. Events while the page
 * is hidden are announced when it becomes visible.
 */
export default function OutboxNotices() {
  const { status } = useAuth();

  useEffect(() => {
    // The acknowledgement is on disk: the visible tab announces once, however much later.
    const tellRefusals = () => {
      if (!isSeen()) return;
      for (const { key, aside, change } of outbox.aside()) {
        if (!aside || aside.told || telling.has(key)) continue;
        telling.add(key);
        void outbox.told(key);
        const common = commonStrings();
        showToast({
          tone: "danger",
          title: common.failures[change.kind],
          text: failureTextOf(common, change.kind) ?? refusalText(aside) ?? common.tryAgain,
        });
      }
    };
    const telling = new Set<string>();
    let full = false;
    const tellFull = () => {
      const unsaved = outbox.unsaved().size > 0;
      if (unsaved && !full)
        showToast({ tone: "danger", title: commonStrings().fullTitle, text: commonStrings().fullText });
      full = unsaved;
    };
    const look = () => {
      tellRefusals();
      tellFull();
    };
    look();
    document.addEventListener("visibilitychange", tellRefusals);
    const unsubscribe = outbox.subscribe(look);
    return () => {
      document.removeEventListener("visibilitychange", tellRefusals);
      unsubscribe();
    };
  }, []);

  useEffect(
    () =>
      outbox.onSettled((settled, here) => {
        if (settled.type === "refused" && settled.error.code === OVERTAKEN && (here || isSeen()))
          showToast({ title: commonStrings().overtakenTitle, text: commonStrings().overtakenText });
        if (
          settled.type !== "done" ||
          settled.queued.change.kind !== "receipt.read" ||
          outbox.isWatched(settled.queued.key)
        )
          return;
        // All tabs are notified; the visible one announces, or the one that sent it, once it is visible.
        if (!here && !isSeen()) return;
        const common = commonStrings();
        const { items, itemCount } = settled.response as ExtractResponse;
        const show = () => navigate(tabHref("items"), { state: { added: items.map(({ id }) => id) } });
        showToast({
          tone: "success",
          title: common.receiptRead,
          text: common.found(itemCount),
          action: { label: common.show, run: show },
        });
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
    if (status !== "unavailable") return;
    const common = commonStrings();
    showToast({ tone: "danger", title: common.authTitle, text: common.authText });
  }, [status]);

  return null;
}
