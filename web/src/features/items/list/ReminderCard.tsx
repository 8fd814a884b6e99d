import { useEffect, useState } from "react";
import { BellRing } from "lucide-react";
import { likelyPushState, pushState, subscribe, type PushState } from "../../../api/settings/push";
import { usePreferences } from "../../../api/cached/use-data";
import { useWeeklyPrompt } from "../../../lib/state/prompt-queue";
import { storage } from "../../../lib/browser/storage";
import { putPassIntoManifest } from "../../../ui/put-pass-into-manifest";
import { Button } from "../../../ui/widgets/Button";
import { failureText } from "../../../ui/text/failure-text";
import { showToast } from "../../../ui/toasts";
import { useItemsStrings } from "virtual:strings/items";

/** The storage key that is set when the user has answered; the settings still offer reminders. */
const ANSWERED = "larder.reminders-asked";

/** Offers reminders. The browser's permission prompt appears only after the user has accepted. */
export default function ReminderCard() {
  const t = useItemsStrings();
  const { data: preferences } = usePreferences();
  // Starts with the likely state, because the service worker may answer later than other cards queue.
  const [state, setState] = useState<PushState>(likelyPushState);
  const [isAnswered, setIsAnswered] = useState(() => storage.get(ANSWERED) !== null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isMounted = true;
    pushState().then(
      (next) => isMounted && setState(next),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);

  const isWanted =
    !isAnswered && preferences?.pushNotificationsEnabled === true && (state === "default" || state === "install-first");
  const isShown = useWeeklyPrompt("reminders", isWanted);
  useEffect(() => {
    // The card suggests to install the app, which then opens this larder by the pass.
    if (isShown && state === "install-first") putPassIntoManifest();
  }, [isShown, state]);
  if (!isShown) return null;
  const close = () => {
    storage.set(ANSWERED, "1");
    setIsAnswered(true);
  };
  const subscribeDevice = async () => {
    setIsBusy(true);
    try {
      if ((await subscribe()) === "on") showToast({ tone: "success", title: t.remindOn });
      close();
    } catch (error) {
      console.error("Setting up reminders failed:", error);
      showToast({ tone: "danger", title: t.remindFailed, text: failureText(error) });
      setIsBusy(false);
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
          <Button size="small" variant="primary" busy={isBusy} onClick={() => void subscribeDevice()}>
            {t.remindYes}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={close}>
          {state === "install-first" ? t.dismiss : t.remindNo}
        </Button>
      </div>
    </section>
  );
}
