import { useRef, useState } from "react";
import { RefreshCw } from "lucide-react";
import { refreshScreen } from "../api/cached/refresh";
import { useRefreshStrings } from "virtual:strings/refresh";
import { IconButton } from "../ui/Button";
import { usePull } from "../ui/use-pull";
import styles from "./Refresh.module.css";

/** Shown at least this long, so that a quick answer is seen to have come. */
const SEEN = 500;

/** Asks the server again: by pulling the page down with a finger, or by the button that does the same for everyone. */
export default function Refresh() {
  const t = useRefreshStrings();
  const sign = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<"idle" | "busy" | "done" | "failed">("idle");
  const busy = state === "busy";

  const refresh = async () => {
    if (busy) return;
    setState("busy");
    const [answered] = await Promise.all([
      refreshScreen().catch(() => false),
      new Promise((resolve) => setTimeout(resolve, SEEN)),
    ]);
    setState(answered ? "done" : "failed");
  };
  usePull(sign, () => void refresh());
  const turning = busy ? "turn" : "";

  return (
    <>
      <IconButton
        label={t.refresh}
        icon={<RefreshCw size={20} strokeWidth={1.75} aria-hidden className={turning} />}
        aria-disabled={busy || undefined}
        onClick={() => void refresh()}
      />
      <span className={styles.strip} aria-hidden>
        <span ref={sign} className={`center soft invisible floating ${styles.sign}`} data-busy={busy || undefined}>
          <RefreshCw size={20} strokeWidth={2} className={turning} />
        </span>
      </span>
      <span role="status" className="visually-hidden">
        {state === "busy" ? t.refreshing : state === "done" ? t.refreshed : state === "failed" ? t.failed : ""}
      </span>
    </>
  );
}
