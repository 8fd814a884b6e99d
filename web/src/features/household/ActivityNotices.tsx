import { lazy, Suspense, useEffect, useState } from "react";
import { newDevices } from "../../api/household/announced-devices";
import type { Activity } from "../../api/household/activity";
import { watchActivity } from "../../api/household/poll";
import { useHousehold } from "../../api/household/use-household";
import { useIsOnItems, useTask } from "../../lib/state/prompt-queue";
import { useAuth } from "../../lib/auth/use-auth";
import { showToast } from "../../ui/toasts";
import styles from "./Household.module.css";
import { useRecoveryOffer } from "./use-recovery-offer";
import { householdStrings, useHouseholdStrings } from "virtual:strings/household";

const RecoveryOffer = lazy(() => import("./RecoveryOffer"));

/** The time for which a notice of another device's change is shown. */
const NOTICE_MS = 6_000;
/** The time for which a device that joined by the recovery code is announced: it may be a stranger's. */
const RECOVERY_NOTICE_MS = 15_000;

/** Shows new devices and the changes of other devices, and once the offer of a recovery code. */
export default function ActivityNotices() {
  const t = useHouseholdStrings();
  const { uid } = useAuth();
  const { household } = useHousehold();
  const devices = household?.devices;
  const [activity, setActivity] = useState<Activity | null>(null);
  const offer = useRecoveryOffer();
  const onItems = useIsOnItems();

  useEffect(() => {
    if (!devices || devices.length === 0 || uid === null) return;
    const texts = householdStrings();
    for (const { name, person, joinedBy } of newDevices(uid, devices)) {
      showToast({
        title: texts.joinedTitle(person || name || texts.unnamed),
        text: joinedBy === "recovery" ? texts.joinedRecovery : texts.joinedText,
        ...(joinedBy === "recovery" && { durationMs: RECOVERY_NOTICE_MS }),
      });
    }
  }, [devices, uid]);

  useEffect(() => watchActivity(setActivity), [uid]);

  useEffect(() => {
    if (!activity) return;
    const timer = setTimeout(() => setActivity(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [activity]);

  useTask(activity !== null);
  const device = devices?.find(({ id }) => id === activity?.by);
  // Shortens "iPhone, Safari" to "iPhone".
  const actor = device?.person || device?.name.split(",")[0] || t.someone;
  const text =
    activity &&
    (activity.kind === "changed" ? t.changed(actor, activity.count) : t[activity.kind](actor, activity.name));
  return (
    <>
      <div role="status">
        {text && <p className={`chip green small strong ellipsis wash rise no-print ${styles.news}`}>{text}</p>}
      </div>
      <Suspense>{offer.due && onItems && <RecoveryOffer onDone={offer.done} />}</Suspense>
    </>
  );
}
