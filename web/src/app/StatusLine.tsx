import { useEffect, useState } from "react";
import { CloudOff, CloudUpload } from "lucide-react";
import { usePending } from "../api/use-data";
import { useOnline } from "../lib/online";
import { useCommon } from "../ui/strings";
import styles from "./StatusLine.module.css";

/** Changes that leave within this time are not worth a word. */
const QUIET = 1_200;

/** Tells quietly that the browser is offline and what waits to be sent. */
export function StatusLine() {
  const common = useCommon();
  const online = useOnline();
  const waiting = usePending().length;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setTimeout(() => setSlow(true), QUIET);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting === 0]); // eslint-disable-line react-hooks/exhaustive-deps -- the clock starts with the first waiting change, not with each
  const words = [!online && common.offline, waiting > 0 && (!online ? common.waiting(waiting) : slow && common.sending(waiting))].filter(Boolean);
  return (
    <div role="status" className={styles.line} hidden={words.length === 0}>
      {words.length > 0 && (online ? <CloudUpload size={16} aria-hidden /> : <CloudOff size={16} aria-hidden />)}
      <span>{words.join(" ")}</span>
    </div>
  );
}
