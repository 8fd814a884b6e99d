import { useEffect } from "react";
import { outbox } from "../api/outbox/outbox";
import { useAuth } from "../lib/auth/use-auth";
import { refusalText } from "../ui/failure-text";
import { showToast } from "../ui/toasts";
import { commonStrings } from "../ui/strings";

/** Announces what goes wrong behind the screens: changes that the server refused, and a sign-in that is impossible. */
export function OutboxNotices() {
  const { status } = useAuth();

  useEffect(
    () =>
      outbox.onSettled((settled) => {
        // Every tab hears of it; the one that is looked at speaks.
        if (settled.type !== "refused" || document.visibilityState !== "visible") return;
        const common = commonStrings();
        const { kind } = settled.queued.change;
        showToast({
          tone: "danger",
          title: common.failures[kind],
          text: common.failureTexts[kind] ?? refusalText(settled.error) ?? common.tryAgain,
        });
      }),
    [],
  );

  useEffect(() => {
    if (status !== "unavailable") return;
    const common = commonStrings();
    showToast({ tone: "danger", title: common.authTitle, text: common.authText });
  }, [status]);

  return null;
}
