import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing, Info } from "lucide-react";
import { request } from "../../api/client";
import { useIsLooker } from "../../api/household/role";
import { saveSettings } from "../../api/settings/save-settings";
import type { CheckResult, Preferences } from "../../api/types";
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
  const t = useSettingsStrings();
  const isLooker = useIsLooker();
  const language = useLanguage();
  const { data, query } = usePreferences();
  // The default is rendered invisibly until the server has answered, to reserve the space of the real settings.
  const preferences = data ?? DEFAULT_PREFERENCES;
  const { pushNotificationsEnabled: isEnabled, notificationTime, timeZone } = preferences;
  const device = useDevicePush();
  const otherZone = foreignZone(timeZone, useNow());

  const switchPush = (isOn: boolean) => {
    saveSettings({ pushNotificationsEnabled: isOn });
    if (isOn && device.state === "default") device.turnOn();
    if (!isOn && device.state === "on") device.turnOff();
  };
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
          <Switch label={t.push} hint={t.pushHint} checked={isEnabled} onChange={switchPush} />
        </div>
        {isEnabled && <DeviceReminders device={device} />}
        <SelectField
          label={t.time}
          hint={t.timeZone(timeZone ?? deviceTimeZone())}
          value={notificationTime}
          disabled={!isEnabled || isLooker}
          onChange={(event) => saveSettings({ notificationTime: event.target.value })}
        >
          {(HOURS.includes(notificationTime) ? HOURS : [notificationTime, ...HOURS]).map((time) => (
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
      <TestReminder preferences={preferences} onTested={() => void query.refetch()} />
    </section>
  );
}

/** Says whether this device receives reminders, and offers to allow them. */
function DeviceReminders({ device }: { device: ReturnType<typeof useDevicePush> }) {
  const t = useSettingsStrings().device;
  const Icon = device.state === "on" ? BellRing : device.state === "denied" ? BellOff : Info;
  return (
    <div role="status" className="stack gap-10 left">
      {/* Until the push manager has answered, the likely state only reserves the space. */}
      <p className={classes("flex gap-10 muted start", !device.isKnown && "invisible")}>
        <Icon size={18} aria-hidden className={device.state === "on" ? "fresh" : undefined} />
        {device.state === "install-first" ? t.installFirst : t[device.state]}
      </p>
      {device.state === "default" && (
        <Button size="small" busy={device.isBusy} onClick={device.turnOn}>
          {t.allow}
        </Button>
      )}
    </div>
  );
}

interface TestReminderProps {
  preferences: Preferences;
  onTested: () => void;
}

/** Sends a reminder to the household's devices, and says when one was last delivered or, if none was, checked for. */
function TestReminder({ preferences: { lastDeliveredAt, lastNotificationCheck }, onTested }: TestReminderProps) {
  const common = useCommon();
  const t = useSettingsStrings();
  const language = useLanguage();
  const now = useNow();
  const test = useMutation({
    mutationFn: () => request<CheckResult>("/api/check-notifications", { method: "POST", body: { test: true } }),
    onSuccess: ({ sent }) => {
      onTested();
      showToast(
        sent > 0
          ? { tone: "success", title: t.tested, text: t.testedText(sent) }
          : { tone: "danger", title: t.testNoDevice },
      );
    },
    onError: (error) => showToast({ tone: "danger", title: t.testFailed, text: failureText(error) ?? common.tryAgain }),
  });
  const lastText = lastDeliveredAt
    ? t.lastDelivered(formatRelative(language, lastDeliveredAt, now))
    : lastNotificationCheck
      ? t.lastChecked(formatRelative(language, lastNotificationCheck, now))
      : "";
  return (
    <div className="stack gap-10 left members-only">
      <p className="muted">{`${t.testHint} ${lastText}`.trim()}</p>
      <Button
        size="small"
        icon={<BellRing size={18} aria-hidden />}
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        {t.test}
      </Button>
    </div>
  );
}
