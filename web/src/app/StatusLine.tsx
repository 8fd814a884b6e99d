import { lazy, Suspense, useEffect, useState } from "react";
import { CircleAlert, CloudOff, CloudUpload } from "lucide-react";
import { useAside, usePending } from "../api/use-data";
import { useOnline } from "../lib/online";
import { useCommon } from "../ui/strings";
import { ErrorBoundary } from "./ErrorBoundary";
import styles from "./StatusLine.module.css";

const OutboxDialog = lazy(() => import("./OutboxDialog"));

/** Changes that leave within this time are not worth a word. */
const QUIET = 1_200;

/** Tells quietly that the browser is offline, what waits to be sent and what could not be; a tap lists it. */
export function StatusLine() {
  const common = useCommon();
  const online = useOnline();
  const waiting = usePending().length;
  const failed = useAside().length;
  const [slow, setSlow] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setTimeout(() => setSlow(true), QUIET);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting === 0]); // eslint-disable-line react-hooks/exhaustive-deps -- the clock starts with the first waiting change, not with each
  const counted = [
    waiting > 0 && (!online ? common.waiting(waiting) : slow && common.sending(waiting)),
    failed > 0 && common.notSent(failed),
  ].filter(Boolean);
  const words = [!online && common.offline, ...counted].filter(Boolean);
  const Icon = failed > 0 ? CircleAlert : online ? CloudUpload : CloudOff;
  return (
    <>
      {/* Never hidden from screen readers, or the first words in it would not be announced. */}
      <div role="status" className={words.length === 0 ? "visually-hidden" : styles.line}>
        {words.length > 0 && <Icon size={16} aria-hidden />}
        {counted.length > 0 ? (
          <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {words.join(" ")}
          </button>
        ) : (
          <span>{words.join(" ")}</span>
        )}
      </div>
      <ErrorBoundary quiet>
        <Suspense>{open && <OutboxDialog onClose={() => setOpen(false)} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
