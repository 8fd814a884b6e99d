import { useEffect, useState } from "react";
import { BellRing } from "lucide-react";
import { likelyPushState, pushState, subscribe, type PushState } from "../../api/settings/push";
import { usePreferences } from "../../api/cached/use-data";
import { useWeeklyPrompt } from "../../lib/state/prompt-queue";
import { storage } from "../../lib/browser/storage";
import { Button } from "../../ui/Button";
import { failureText } from "../../ui/failure-text";
import { showToast } from "../../ui/toasts";
import { useItemsStrings } from "virtual:strings/items";

/** Set once the question was answered either way; settings still offer it. */
const ASKED = "larder.reminders-asked";

/**
 * Asks for reminders where they make sense: when there is something in the larder that can spoil. The browser's own
 * question follows a tap, never precedes it.
 */
export default function ReminderCard() {
  const t = useItemsStrings();
  const { data: preferences } = usePreferences();
  // At once, since the worker that knows for certain may take longer than other cards take to ask.
  const [state, setState] = useState<PushState>(likelyPushState);
  const [asked, setAsked] = useState(() => storage.get(ASKED) !== null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let here = true;
    pushState().then(
      (next) => here && setState(next),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);

  const wants =
    !asked && preferences?.pushNotificationsEnabled === true && (state === "default" || state === "install-first");
  const shown = useWeeklyPrompt("reminders", wants);
  useEffect(() => {
    // The card suggests installing, and the installed app should know its larder.
    if (shown && state === "install-first")
      void import("../../api/household/install-pass").then(
        ({ putPassIntoManifest }) => putPassIntoManifest(),
        () => undefined,
      );
  }, [shown, state]);
  if (!shown) return null;
  const answer = () => {
    storage.set(ASKED, "1");
    setAsked(true);
  };
  const allow = async () => {
    setBusy(true);
    try {
      if ((await subscribe()) === "on") showToast({ tone: "success", title: t.remindOn });
      answer();
    } catch (error) {
      console.error("Setting up reminders failed:", error);
      showToast({ tone: "danger", title: t.remindFailed, text: failureText(error) });
      setBusy(false);
    }
  };
  return (
    <section className="row wrap gap-8 green notice" aria-label={t.remind}>
      <BellRing size={20} aria-hidden />
      <p>
        <strong>{t.remind}</strong>{" "}
        <span className="ink">{state === "install-first" ? t.remindInstall : t.remindText}</span>
      </p>
      <div className="flex wrap end">
        {state === "default" && (
          <Button size="small" variant="primary" busy={busy} onClick={() => void allow()}>
            {t.remindYes}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={answer}>
          {state === "install-first" ? t.dismiss : t.remindNo}
        </Button>
      </div>
    </section>
  );
}
