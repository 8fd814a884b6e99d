import { useEffect, useState } from "react";
import { likelyPushState, pushState, subscribe, unsubscribe, type PushState } from "../../api/settings/push";
import { failureText } from "../../ui/text/failure-text";
import { showToast } from "../../ui/toasts";
import { useSettingsStrings } from "virtual:strings/settings";

/**
 * Returns whether this device receives reminders, and functions that change it. The state is the likely one until
 * `isKnown`.
 */
export function useDevicePush() {
  const t = useSettingsStrings();
  const [known, setKnown] = useState<PushState>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    let isMounted = true;
    // The user may change the permission in the browser's settings.
    const readState = () => {
      if (document.visibilityState !== "visible") return;
      pushState().then(
        (state) => isMounted && setKnown(state),
        () => isMounted && setKnown("unsupported"),
      );
    };
    readState();
    document.addEventListener("visibilitychange", readState);
    return () => {
      isMounted = false;
      document.removeEventListener("visibilitychange", readState);
    };
  }, []);

  const change = async (work: () => Promise<PushState>) => {
    setIsBusy(true);
    try {
      setKnown(await work());
    } catch (error) {
      console.error("Setting up reminders failed:", error);
      showToast({ tone: "danger", title: t.device.failed, text: failureText(error) ?? t.device.failedText });
    } finally {
      setIsBusy(false);
    }
  };
  return {
    state: known ?? likelyPushState(),
    isKnown: known !== undefined,
    isBusy,
    turnOn: () => void change(subscribe),
    turnOff: () => void change(() => unsubscribe().then(pushState)),
  };
}
