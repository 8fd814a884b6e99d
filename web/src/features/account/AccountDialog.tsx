import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, LogOut, PiggyBank } from "lucide-react";
import { signOutAndReset } from "../../api/settings/account";
import { leaveLarder } from "../../api/household/moves";
import { useCountOtherDevices } from "../../api/household/use-household";
import { sessionsQuery } from "../../api/cached/queries";
import { useItems } from "../../api/cached/use-data";
import { countByFreshness } from "../../lib/domain/freshness-counts";
import { useAuth } from "../../lib/auth/use-auth";
import { Link } from "../../lib/navigation/router";
import { useNow } from "../../lib/time/clock";
import { formatNumber } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { lastingReason } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { Button } from "../../ui/widgets/Button";
import { ClearDataButton } from "../../ui/widgets/ClearDataButton";
import { useConfirm } from "../../ui/widgets/Confirm";
import { Dialog } from "../../ui/widgets/Dialog";
import { FreshnessIcon } from "../../ui/widgets/Freshness";
import { showToast } from "../../ui/toasts";
import styles from "./Account.module.css";
import { useAccountStrings } from "virtual:strings/account";

/** Shows the account, its statistics, and how to sign out. */
export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const t = useAccountStrings();
  const common = useCommon();
  const { uid, status } = useAuth();
  const { signOut, isSigningOut, dialog } = useSignOut(onClose);

  return (
    <Dialog title={t.title} reading onClose={onClose}>
      <Statistics />
      <Link href="/savings" className="frame row gap-10 strong ink hover cell tap" onClick={onClose}>
        <PiggyBank size={20} strokeWidth={1.75} aria-hidden />
        {t.savings}
        <ChevronRight size={18} aria-hidden className="muted end" />
      </Link>
      <hr />
      <div className="stack gap-2">
        <p>
          <span className="muted">{t.id}</span>{" "}
          <code className="bold large">{uid === null ? common.loading : uid.slice(-8)}</code>
        </p>
        <p>{t.type}</p>
        <p className="muted small">{t.note}</p>
      </div>
      <div className="flex wrap gap-8">
        <ClearDataButton className="flexible members-only" />
        {status === "signed-in" && (
          <Button
            className="flexible"
            icon={<LogOut size={18} aria-hidden />}
            busy={isSigningOut}
            onClick={() => void signOut()}
          >
            {t.signOut}
          </Button>
        )}
      </div>
      {dialog}
    </Dialog>
  );
}

/** Shows the numbers of items and scans; a dash for those that could not be loaded. */
function Statistics() {
  const t = useAccountStrings();
  const language = useLanguage();
  const now = useNow();
  const { data, query } = useItems();
  // Without a response only waiting changes are known.
  const items = query.isError && data?.length === 0 ? undefined : data;
  const sessions = useQuery(sessionsQuery());
  const counts = items && countByFreshness(items, now);
  const formatCount = (value: number | undefined) => (value === undefined ? "–" : formatNumber(language, value));
  return (
    <section aria-labelledby="statistics" className="stack gap-10">
      <h3 id="statistics" className="muted small strong">
        {t.statistics}
      </h3>
      <dl className={`stack gap-8 ${styles.figures}`}>
        <div className={`well cell flex column split gap-2 ${styles.wide}`}>
          <dt className="muted small snug">{t.total}</dt>
          <dd>{formatCount(items?.length)}</dd>
        </div>
        <div className={`well cell flex column split gap-2 ${styles.wide}`}>
          <dt className="muted small snug">{t.scans}</dt>
          <dd>{formatCount(sessions.data?.length)}</dd>
        </div>
        {(["fresh", "soon", "expired"] as const).map((status) => (
          <div key={status} className={`well wash cell flex column split gap-2 ${status}`}>
            <dt className="small snug">{t[status]}</dt>
            <dd className="row split">
              <span className="ink">{formatCount(counts?.[status])}</span>
              <FreshnessIcon status={status} size={20} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns a function that signs out after a question, in which the larder's other devices are named. */
function useSignOut(onDone: () => void) {
  const t = useAccountStrings();
  const { confirm, dialog } = useConfirm();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const countOtherDevices = useCountOtherDevices();
  const signOut = async () => {
    setIsSigningOut(true);
    const otherDeviceCount = await countOtherDevices();
    setIsSigningOut(false);
    if (
      !(await confirm({
        title: t.signOut,
        text: otherDeviceCount > 0 ? t.signOutShared(otherDeviceCount) : t.signOutQuestion,
        action: t.signOut,
      }))
    )
      return;
    setIsSigningOut(true);
    try {
      // The larder continues to exist for its other devices.
      await (otherDeviceCount > 0 ? leaveLarder({ copy: false }) : signOutAndReset());
      showToast({ tone: "success", title: t.signedOut });
      onDone();
    } catch (error) {
      console.error("Signing out failed:", error);
      showToast({ tone: "danger", title: t.signOutFailed, text: lastingReason(error) ?? t.signOutFailedText });
      setIsSigningOut(false);
    }
  };
  return { signOut, isSigningOut, dialog };
}
