import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { newDevices } from "../../api/household/known-devices";
import type { Activity } from "../../api/household/activity";
import { watchActivity } from "../../api/household/poll";
import { useHousehold } from "../../api/household/use-household";
import type { Device } from "../../api/types";
import { useIsOnItems, useTask } from "../../lib/state/prompt-queue";
import { useAuth } from "../../lib/auth/use-auth";
import { showToast } from "../../ui/toasts";
import styles from "./Household.module.css";
import { useRecoveryOffer } from "./use-recovery-offer";
import { householdStrings, useHouseholdStrings } from "virtual:strings/household";

const RecoveryOffer = lazy(() => import("./RecoveryOffer"));

/** The time for which a notice of another person's change is shown, in milliseconds. */
const READ = 6_000;

/** Shows activity in the household: who joined, who ticked what, and once the offer of a recovery code. */
export default function ActivityNotices() {
  const t = useHouseholdStrings();
  const { uid } = useAuth();
  const { household } = useHousehold();
  const devices = household?.devices;
  const names = useRef<readonly Device[]>([]);
  const [news, setNews] = useState<Activity | null>(null);
  const offer = useRecoveryOffer();
  const onItems = useIsOnItems();

  useEffect(() => {
    if (!devices || devices.length === 0 || uid === null) return;
    names.current = devices;
    const words = householdStrings();
    for (const { name, joinedBy } of newDevices(uid, devices)) {
      showToast({
        title: words.joinedTitle(name || words.unnamed),
        text: joinedBy === "recovery" ? words.joinedRecovery : words.joinedText,
        ...(joinedBy === "recovery" && { durationMs: 15_000 }),
      });
    }
  }, [devices, uid]);

  useEffect(() => watchActivity(setNews), [uid]);

  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => setNews(null), READ);
    return () => clearTimeout(timer);
  }, [news]);

  useTask(news !== null);
  const by = devices?.find(({ id }) => id === news?.by);
  // "iPhone, Safari" is iPhone in a short line.
  const who = by?.person || by?.name.split(",")[0] || t.someone;
  const said = news && (news.kind === "changed" ? t.changed(who, news.count) : t[news.kind](who, news.name));
  return (
    <>
      <div role="status">
        {said && <p className={`chip green small strong ellipsis wash rise no-print ${styles.news}`}>{said}</p>}
      </div>
      <Suspense>{offer.due && onItems && <RecoveryOffer onDone={offer.done} />}</Suspense>
    </>
  );
}
