/** Toasts for background events. `OutboxNotices` loads this module with the first one. */
import type { Change } from "../../api/outbox/changes";
import { RESTRICTED } from "../../api/outbox/delivery";
import type { Settled } from "../../api/outbox/state";
import { restorableItem, restoreAndSendAgain } from "../../api/outbox/restore";
import type { QueuedChange } from "../../api/outbox/rows";
import type { ExtractResponse } from "../../api/types";
import { navigate } from "../../lib/navigation/router";
import { changeFailureText, refusalText } from "../../ui/text/failure-text";
import { commonStrings } from "../../ui/text/strings";
import { showFailure, showToast } from "../../ui/toasts";
import { noticesStrings } from "virtual:strings/notices";
import { tabHref } from "../frame/tab-url";

/** The time for which a receipt that did not fit is announced: its items have to be added again. */
const LARDER_FULL_MS = 15_000;

export { showUnsaved } from "../../ui/unsaved-toast";

export function showFailed(row: QueuedChange): void {
  const common = commonStrings();
  const { change, aside: failure } = row;
  const title = titleOf(change);
  const text = changeFailureText(change.kind) ?? refusalText(failure ?? {}) ?? common.tryAgain;
  if (!restorableItem(row)) return showFailure(title, text);
  const action = { label: common.restore, run: () => void restoreAndSendAgain(row) };
  showToast({ tone: "danger", title, text, action });
}

/** Returns the title of a failure. The specification's one of preferences speaks of notifications only. */
function titleOf(change: Change): string {
  const { titles, settingTitle } = noticesStrings();
  const isOther =
    change.kind === "preferences.update" &&
    !("pushNotificationsEnabled" in change.preferences || "notificationTime" in change.preferences);
  return isOther ? settingTitle : titles[change.kind];
}

export function showSettled(settled: Settled): void {
  const t = noticesStrings();
  if (settled.type === "conflict")
    showToast(
      settled.error.code === RESTRICTED
        ? { title: t.lookerTitle, text: t.lookerText }
        : { title: t.overtakenTitle, text: t.overtakenText },
    );
  // The response is null if an earlier attempt has read the receipt.
  if (settled.type !== "done" || settled.response === null) return;
  showReceiptRead(settled.response as ExtractResponse);
}

export function showReceiptRead({ items, itemCount, larderFull }: ExtractResponse): void {
  const t = noticesStrings();
  if (larderFull)
    return showToast({ tone: "danger", title: t.larderFull, text: t.larderFullText, durationMs: LARDER_FULL_MS });
  const showItems = () => navigate(tabHref("items"), { state: { added: items.map(({ id }) => id) } });
  showToast({
    tone: "success",
    title: t.receiptRead,
    // Unknown if an earlier attempt read the receipt, and its answer was lost.
    text: (itemCount as number | undefined) === undefined ? undefined : t.found(itemCount),
    action: { label: t.show, run: showItems },
  });
}

export function showSignInFailed(): void {
  const t = noticesStrings();
  showToast({ tone: "danger", title: t.authTitle, text: t.authText });
}
