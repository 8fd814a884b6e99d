import { useEffect, useState } from "react";
import { CircleAlert, CloudOff, CloudUpload } from "lucide-react";
import { useFailed, usePending, useStaleSince } from "../../api/cached/use-data";
import { useAuth } from "../../lib/auth/use-auth";
import { formatMoment } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { useOnline } from "../../lib/browser/online";
import { preloadable } from "../../ui/preloadable";
import { useCommon } from "../../ui/text/strings";
import { Optional } from "./ErrorBoundary";
import styles from "./StatusLine.module.css";

export const OutboxDialog = preloadable(() => import("../notices/OutboxDialog"));

/** Changes that are sent within this time are not shown. */
const QUIET_MS = 1_200;
/** If their number stays the same for this time, they are shown as waiting. */
const STUCK_MS = 15_000;

/**
 * Shows that the browser is offline, the numbers of waiting and failed changes, or the time of a list that could not be
 * refreshed. A tap lists the changes.
 */
export function StatusLine() {
  const common = useCommon();
  const online = useOnline();
  const { status } = useAuth();
  const waiting = usePending().length;
  const failed = useFailed().length;
  const language = useLanguage();
  const since = useStaleSince();
  const [slow, setSlow] = useState(false);
  const [stuck, setStuck] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setTimeout(() => setSlow(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting === 0]); // eslint-disable-line react-hooks/exhaustive-deps -- starts with the first waiting change only
  useEffect(() => {
    const timer = setTimeout(() => setStuck(true), STUCK_MS);
    return () => {
      clearTimeout(timer);
      setStuck(false);
    };
  }, [waiting]);
  // The device may have been removed from its larder, or the server may not answer.
  const isSyncing = online && status === "signed-in" && !stuck;
  const counts = [
    waiting > 0 && (slow || !online) && (isSyncing ? common.sending : common.waiting)(waiting),
    failed > 0 && common.notSent(failed),
  ].filter(Boolean);
  const texts = (
    counts.length > 0
      ? [!online && common.offlineShort, ...counts]
      : [online ? since && common.refreshFailed(formatMoment(language, since, new Date())) : common.offline]
  ).filter(Boolean);
  const Icon = failed > 0 ? CircleAlert : online ? CloudUpload : CloudOff;
  return (
    <>
      {/* Always in the accessibility tree, or its first text would not be announced. */}
      <div
        role="status"
        className={texts.length === 0 ? "visually-hidden" : `row centered gap-8 muted small ${styles.line}`}
      >
        {texts.length > 0 && <Icon size={16} aria-hidden />}
        {counts.length > 0 ? (
          <button
            type="button"
            className={`link ${styles.button}`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {texts.join(" · ")}
          </button>
        ) : (
          <span>{texts.join(" · ")}</span>
        )}
      </div>
      <Optional>{open && <OutboxDialog onClose={() => setOpen(false)} />}</Optional>
    </>
  );
}
