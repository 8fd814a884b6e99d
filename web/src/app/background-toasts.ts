import type { Settled } from "../api/outbox/outbox";
import { restorableItem, restoreAndSendAgain } from "../api/outbox/restore";
import type { QueuedChange } from "../api/outbox/rows";
import type { ExtractResponse } from "../api/types";
import { navigate } from "../lib/navigation/router";
import { failureTextOf, refusalText } from "../ui/failure-text";
import { commonStrings } from "../ui/strings";
import { showToast } from "../ui/toasts";
import { noticesStrings } from "virtual:strings/notices";
import { tabHref } from "./tab-url";

export { showUnsaved } from "../ui/failure-text";

/** Toasts for background events. `OutboxNotices` loads this module with the first one. */
export function showFailed(row: QueuedChange): void {
  const common = commonStrings();
  const { change, aside } = row;
  showToast({
    tone: "danger",
    title: noticesStrings().titles[change.kind],
    text: failureTextOf(change.kind) ?? refusalText(aside ?? {}) ?? common.tryAgain,
    ...(restorableItem(row) && { action: { label: common.restore, run: () => void restoreAndSendAgain(row) } }),
  });
}

export function showSettled(settled: Settled): void {
  const t = noticesStrings();
  if (settled.type === "conflict") showToast({ title: t.overtakenTitle, text: t.overtakenText });
  // The response is null if an earlier attempt has read the receipt.
  if (settled.type !== "done" || settled.response === null) return;
  showReceiptRead(settled.response as ExtractResponse);
}

export function showReceiptRead({ items, itemCount, larderFull }: ExtractResponse): void {
  const t = noticesStrings();
  if (larderFull) return showToast({ tone: "danger", title: t.larderFull, text: t.larderFullText, durationMs: 15_000 });
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
