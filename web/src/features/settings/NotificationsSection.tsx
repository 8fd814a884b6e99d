import { useEffect, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing, Info } from "lucide-react";
import { request } from "../../api/client";
import { likelyPushState, pushState, subscribe, unsubscribe, type PushState } from "../../api/settings/push";
import { useIsLooker } from "../../api/household/role";
import { saveSettings } from "../../api/settings/save-settings";
import type { CheckResult } from "../../api/types";
import { DEFAULT_PREFERENCES, usePreferences } from "../../api/cached/use-data";
import { useNow } from "../../lib/time/clock";
import { deviceTimeZone } from "../../lib/time/dates";
import { cityOf, foreignZone } from "../../lib/time/foreign-zone";
import { formatRelative } from "../../lib/time/relative-time";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/widgets/Button";
import { SelectField, Switch } from "../../ui/widgets/Field";
import { classes } from "../../ui/classes";
import skeleton from "../../ui/widgets/Skeleton.module.css";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import styles from "./Settings.module.css";
import { HOURS, formatHour } from "./hours";
import { useSettingsStrings } from "virtual:strings/settings";

/** The reminder settings. Turning on the account's switch also requests the permission of this device. */
export function NotificationsSection() {
  const common = useCommon();
  const t = useSettingsStrings();
  const isLooker = useIsLooker();
  const language = useLanguage();
  const { data, query } = usePreferences();
  // The default is rendered invisibly until the server has answered, to reserve the space of the real settings.
  const preferences = data ?? DEFAULT_PREFERENCES;
  // Until the push manager has answered, the likely state reserves the space, but is invisible.
  const [pushManagerState, setPushManagerState] = useState<PushState>();
  const device = pushManagerState ?? likelyPushState();
  const [isBusy, setIsBusy] = useState(false);
  const now = useNow();
  const zone = preferences.timeZone ?? deviceTimeZone();
  const otherZone = foreignZone(preferences.timeZone, now);

  useEffect(() => {
    let isMounted = true;
    // The user may change the permission in the browser's settings.
    const readState = () => {
      if (document.visibilityState !== "visible") return;
      pushState().then(
        (state) => isMounted && setPushManagerState(state),
        () => isMounted && setPushManagerState("unsupported"),
      );
    };
    readState();
    document.addEventListener("visibilitychange", readState);
    return () => {
      isMounted = false;
      document.removeEventListener("visibilitychange", readState);
    };
  }, []);

  const changeDevice = async (change: () => Promise<PushState>) => {
    setIsBusy(true);
    try {
      setPushManagerState(await change());
    } catch (error) {
      console.error("Setting up reminders failed:", error);
      showToast({ tone: "danger", title: t.device.failed, text: failureText(error) ?? t.device.failedText });
    } finally {
      setIsBusy(false);
    }
  };

  const switchPush = (isOn: boolean) => {
    saveSettings({ pushNotificationsEnabled: isOn });
    if (isOn && device === "default") void changeDevice(subscribe);
    if (!isOn && device === "on") {
      void changeDevice(async () => {
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
        <div className="members-only">
          <Switch
            label={t.push}
            hint={t.pushHint}
            checked={preferences.pushNotificationsEnabled}
            onChange={switchPush}
          />
        </div>
        {preferences.pushNotificationsEnabled && (
          <div role="status" className="stack gap-10 left">
            <p className={classes("flex gap-10 muted start", pushManagerState === undefined && "invisible")}>
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
              <Button size="small" busy={isBusy} onClick={() => void changeDevice(subscribe)}>
                {t.device.allow}
              </Button>
            )}
          </div>
        )}
        <SelectField
          label={t.time}
          hint={t.timeZone(zone)}
          value={preferences.notificationTime}
          disabled={!preferences.pushNotificationsEnabled || isLooker}
          onChange={(event) => saveSettings({ notificationTime: event.target.value })}
        >
          {times.map((time) => (
            <option key={time} value={time}>
              {formatHour(language, time)}
            </option>
          ))}
        </SelectField>
        {otherZone !== undefined && (
          <Button size="small" className="members-only" onClick={() => saveSettings({ timeZone: otherZone })}>
            {t.moveZone(cityOf(otherZone))}
          </Button>
        )}
      </div>
      <hr className="members-only" />
      <div className="stack gap-10 left members-only">
        <p className="muted">
          {t.testHint}
          {/* The last delivery is shown in preference to the last check. */}
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
