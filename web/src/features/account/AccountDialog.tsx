import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { signOutAndReset } from "../../api/settings/account";
import { leave as leaveLarder } from "../../api/household/moves";
import { useOtherDeviceCount } from "../../api/household/use-household";
import { sessionsQuery, statisticsQuery } from "../../api/cached/queries";
import { useItems } from "../../api/cached/use-data";
import { useAuth } from "../../lib/auth/use-auth";
import { useNow } from "../../lib/time/clock";
import { formatNumber } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { ClearDataButton } from "../../ui/ClearDataButton";
import { useConfirm } from "../../ui/Confirm";
import { Dialog } from "../../ui/Dialog";
import { FreshnessIcon } from "../../ui/Freshness";
import { showToast } from "../../ui/toasts";
import styles from "./AccountDialog.module.css";
import { DueWeek } from "./DueWeek";
import { EatenMoney } from "./EatenMoney";
import { EatenWeeks } from "./EatenWeeks";
import { countByFreshness, dueThisWeek } from "./statistics";
import { useAccountStrings } from "virtual:strings/account";

/** Shows the account, its statistics, and how to sign out. */
export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const t = useAccountStrings();
  const language = useLanguage();
  const now = useNow();
  const { uid } = useAuth();
  const { data: items } = useItems();
  const sessions = useQuery(sessionsQuery());
  const statistics = useQuery(statisticsQuery());
  const { confirm, dialog } = useConfirm();
  const [leaving, setLeaving] = useState(false);
  const others = useOtherDeviceCount();
  const counts = items && countByFreshness(items, now);
  const figure = (value: number | undefined) => (value === undefined ? "–" : formatNumber(language, value));

  const leave = async () => {
    if (
      !(await confirm({
        title: t.signOut,
        text: others > 0 ? t.signOutShared(others) : t.signOutQuestion,
        action: t.signOut,
      }))
    )
      return;
    setLeaving(true);
    try {
      // A larder that others use goes on without this device.
      await (others > 0 ? leaveLarder({ copy: false }) : signOutAndReset());
      showToast({ tone: "success", title: t.signedOut });
      onClose();
    } catch (error) {
      console.error("Signing out failed:", error);
      showToast({ tone: "danger", title: t.signOutFailed, text: t.signOutFailedText });
      setLeaving(false);
    }
  };

  return (
    <Dialog
      title={t.title}
      reading
      onClose={onClose}
      footer={
        <>
          <ClearDataButton className={styles.action} />
          <Button
            className={styles.action}
            icon={<LogOut size={18} aria-hidden />}
            busy={leaving}
            onClick={() => void leave()}
          >
            {t.signOut}
          </Button>
        </>
      }
    >
      <div className={styles.who}>
        <p>
          <span className={styles.label}>{t.id}</span>{" "}
          <code className={styles.id}>{uid === null ? t.loading : uid.slice(-8)}</code>
        </p>
        <p>{t.type}</p>
        <p className={styles.note}>{t.note}</p>
      </div>
      <section aria-labelledby="statistics" className={styles.section}>
        <h3 id="statistics" className={styles.heading}>
          {t.statistics}
        </h3>
        <dl className={styles.figures}>
          <div className={styles.wide}>
            <dt>{t.total}</dt>
            <dd>{figure(items?.length)}</dd>
          </div>
          <div className={styles.wide}>
            <dt>{t.scans}</dt>
            <dd>{figure(sessions.data?.length)}</dd>
          </div>
          {(["fresh", "soon", "expired"] as const).map((status) => (
            <div key={status} className={styles[status]}>
              <dt>
                <FreshnessIcon status={status} size={16} />
                {t[status]}
              </dt>
              <dd>{figure(counts?.[status])}</dd>
            </div>
          ))}
        </dl>
      </section>
      {items !== undefined && items.length > 0 && (
        <section aria-labelledby="week-ahead" className={styles.section}>
          <h3 id="week-ahead" className={styles.heading}>
            {t.week}
          </h3>
          <DueWeek due={dueThisWeek(items, now)} now={now} />
        </section>
      )}
      {statistics.data && (
        <section aria-labelledby="eaten-or-lost" className={styles.section}>
          <h3 id="eaten-or-lost" className={styles.heading}>
            {t.ends}
          </h3>
          <EatenWeeks weeks={statistics.data.weeks} />
        </section>
      )}
      {statistics.data && (
        <section aria-labelledby="in-money" className={styles.section}>
          <h3 id="in-money" className={styles.heading}>
            {t.money}
          </h3>
          <EatenMoney months={statistics.data.months} />
        </section>
      )}
      {dialog}
    </Dialog>
  );
}
