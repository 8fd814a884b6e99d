import { useEffect, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing, Info } from "lucide-react";
import { request } from "../../api/client";
import { likelyPushState, pushState, subscribe, unsubscribe, type PushState } from "../../api/settings/push";
import type { CheckResult, Preferences } from "../../api/types";
import { usePreferences } from "../../api/cached/use-data";
import { useNow } from "../../lib/time/clock";
import { deviceTimeZone } from "../../lib/time/dates";
import { formatRelative } from "../../lib/time/relative-time";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { SelectField, Switch } from "../../ui/Field";
import { classes } from "../../ui/classes";
import skeleton from "../../ui/Skeleton.module.css";
import { failureText } from "../../ui/failure-text";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import styles from "./Settings.module.css";
import { HOURS, formatHour } from "./hours";
import { updateReminders } from "./mutations";
import { useSettingsStrings } from "virtual:strings/settings";

/** Drawn unseen until the server has answered, so that what comes takes no other place. */
const UNKNOWN: Preferences = { pushNotificationsEnabled: true, notificationTime: "09:00" };

/**
 * The reminder settings. The switch belongs to the account; the device's permission is asked for when it is turned on.
 */
export function NotificationsSection() {
  const common = useCommon();
  const t = useSettingsStrings();
  const language = useLanguage();
  const { data, query } = usePreferences();
  const preferences = data ?? UNKNOWN;
  // The push manager's state; until it is known, the likely one is shown but not announced.
  const [known, setDevice] = useState<PushState>();
  const device = known ?? likelyPushState();
  const [busy, setBusy] = useState(false);
  const zone = deviceTimeZone();
  const now = useNow();

  useEffect(() => {
    let here = true;
    // Permission may be changed in the browser's own settings meanwhile.
    const look = () => {
      if (document.visibilityState !== "visible") return;
      pushState().then(
        (state) => here && setDevice(state),
        () => here && setDevice("unsupported"),
      );
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      here = false;
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  const onDevice = async (change: () => Promise<PushState>) => {
    setBusy(true);
    try {
      setDevice(await change());
    } catch (error) {
      console.error("Setting up reminders failed:", error);
      showToast({ tone: "danger", title: t.device.failed, text: failureText(error) ?? t.device.failedText });
    } finally {
      setBusy(false);
    }
  };

  const switchPush = (on: boolean) => {
    updateReminders({ pushNotificationsEnabled: on });
    if (on && device === "default") void onDevice(subscribe);
    if (!on && device === "on") {
      void onDevice(async () => {
        await unsubscribe();
        return pushState();
      });
    }
  };

  const check = useMutation({
    mutationFn: () => request<CheckResult>("/api/check-notifications", { method: "POST", body: { test: true } }),
    onSuccess: ({ sent }) => {
      void query.refetch();
      showToast(
        sent > 0
          ? { tone: "success", title: t.tested, text: t.testedText(sent) }
          : { tone: "danger", title: t.testNoDevice },
      );
    },
    onError: (error) => showToast({ tone: "danger", title: t.testFailed, text: failureText(error) ?? common.tryAgain }),
  });

  const times = !HOURS.includes(preferences.notificationTime) ? [preferences.notificationTime, ...HOURS] : HOURS;
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="notifications-title">
      <h2 id="notifications-title">{t.notifications}</h2>
      {query.isError && (
        <p role="alert" className="strong soon wash notice">
          {t.loadFailed}
        </p>
      )}
      <div
        className={classes("stack gap-16", styles.controls, !data && skeleton.block)}
        data-unknown={!data || undefined}
        inert={!data}
      >
        <Switch label={t.push} hint={t.pushHint} checked={preferences.pushNotificationsEnabled} onChange={switchPush} />
        {preferences.pushNotificationsEnabled && (
          <div role="status" className="stack gap-10 left">
            <p className={classes("flex gap-10 soft start", known === undefined && "invisible")}>
              {device === "on" ? (
                <BellRing size={18} aria-hidden className="fresh" />
              ) : device === "denied" ? (
                <BellOff size={18} aria-hidden />
              ) : (
                <Info size={18} aria-hidden />
              )}
              {device === "install-first" ? t.device.installFirst : t.device[device]}
            </p>
            {device === "default" && (
              <Button size="small" busy={busy} onClick={() => void onDevice(subscribe)}>
                {t.device.allow}
              </Button>
            )}
          </div>
        )}
        <SelectField
          label={t.time}
          hint={t.timeZone(zone)}
          value={preferences.notificationTime}
          disabled={!preferences.pushNotificationsEnabled}
          onChange={(event) => updateReminders({ notificationTime: event.target.value })}
        >
          {times.map((time) => (
            <option key={time} value={time}>
              {formatHour(language, time)}
            </option>
          ))}
        </SelectField>
      </div>
      <hr />
      <div className="stack gap-10 left">
        <p className="soft">
          {t.testHint}
          {/* What arrived says more than what was looked for. */}
          {preferences.lastDeliveredAt ? (
            <> {t.lastDelivered(formatRelative(language, preferences.lastDeliveredAt, now))}</>
          ) : (
            preferences.lastNotificationCheck && (
              <> {t.lastChecked(formatRelative(language, preferences.lastNotificationCheck, now))}</>
            )
          )}
        </p>
        <Button
          size="small"
          icon={<BellRing size={18} aria-hidden />}
          busy={check.isPending}
          onClick={() => check.mutate()}
        >
          {t.test}
        </Button>
      </div>
    </section>
  );
}
