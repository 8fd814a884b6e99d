import { Suspense, useEffect, useState } from "react";
import { CircleAlert, CloudOff, CloudUpload } from "lucide-react";
import { useFailed, usePending, useStaleSince } from "../api/cached/use-data";
import { useAuth } from "../lib/auth/use-auth";
import { formatMoment } from "../lib/time/dates";
import { useLanguage } from "../lib/language/i18n";
import { useOnline } from "../lib/browser/online";
import { preloadable } from "../ui/preloadable";
import { useCommon } from "../ui/strings";
import { ErrorBoundary } from "./ErrorBoundary";
import styles from "./StatusLine.module.css";

export const OutboxDialog = preloadable(() => import("./OutboxDialog"));

/** Changes that leave within this time are not worth a word. */
const QUIET_MS = 1_200;
/** If nothing gets through for so long, nothing is syncing. */
const STUCK_MS = 15_000;

/**
 * Tells quietly that the browser is offline, what waits to be sent and what could not be, or of when a list is that
 * could not be refreshed. A tap lists the changes.
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
  }, [waiting === 0]); // eslint-disable-line react-hooks/exhaustive-deps -- the clock starts with the first waiting change, not with each
  useEffect(() => {
    const timer = setTimeout(() => setStuck(true), STUCK_MS);
    return () => {
      clearTimeout(timer);
      setStuck(false);
    };
  }, [waiting]);
  // The device may have been removed from its larder, or the server may not answer.
  const sends = online && status === "signed-in" && !stuck;
  const counted = [
    waiting > 0 && (slow || !online) && (sends ? common.sending : common.waiting)(waiting),
    failed > 0 && common.notSent(failed),
  ].filter(Boolean);
  const words = (
    counted.length > 0
      ? [!online && common.offlineShort, ...counted]
      : [online ? since && common.refreshFailed(formatMoment(language, since, new Date())) : common.offline]
  ).filter(Boolean);
  const Icon = failed > 0 ? CircleAlert : online ? CloudUpload : CloudOff;
  return (
    <>
      {/* Never hidden from screen readers, or the first words in it would not be announced. */}
      <div
        role="status"
        className={words.length === 0 ? "visually-hidden" : `row centered gap-8 soft small ${styles.line}`}
      >
        {words.length > 0 && <Icon size={16} aria-hidden />}
        {counted.length > 0 ? (
          <button
            type="button"
            className={`link ${styles.button}`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {words.join(" · ")}
          </button>
        ) : (
          <span>{words.join(" · ")}</span>
        )}
      </div>
      <ErrorBoundary quiet>
        <Suspense>{open && <OutboxDialog onClose={() => setOpen(false)} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
