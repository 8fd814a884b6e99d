import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing, Info } from "lucide-react";
import { request } from "../../api/client";
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
import { useDevicePush } from "./use-device-push";
import { useSettingsStrings } from "virtual:strings/settings";

/** Shows the settings of reminders. The switch is the household's, and also turns reminders on this device on or off. */
export function NotificationsSection() {
  const common = useCommon();
  const t = useSettingsStrings();
  const isLooker = useIsLooker();
  const language = useLanguage();
  const { data, query } = usePreferences();
  // The default is rendered invisibly until the server has answered, to reserve the space of the real settings.
  const preferences = data ?? DEFAULT_PREFERENCES;
  const device = useDevicePush();
  const now = useNow();
  const zone = preferences.timeZone ?? deviceTimeZone();
  const otherZone = foreignZone(preferences.timeZone, now);

  const switchPush = (isOn: boolean) => {
    saveSettings({ pushNotificationsEnabled: isOn });
    if (isOn && device.state === "default") device.turnOn();
    if (!isOn && device.state === "on") device.turnOff();
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
            {/* Until the push manager has answered, the likely state only reserves the space. */}
            <p className={classes("flex gap-10 muted start", !device.isKnown && "invisible")}>
              {device.state === "on" ? (
                <BellRing size={18} aria-hidden className="fresh" />
              ) : device.state === "denied" ? (
                <BellOff size={18} aria-hidden />
              ) : (
                <Info size={18} aria-hidden />
              )}
              {device.state === "install-first" ? t.device.installFirst : t.device[device.state]}
            </p>
            {device.state === "default" && (
              <Button size="small" busy={device.isBusy} onClick={device.turnOn}>
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
