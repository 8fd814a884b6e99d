import { useRef, useState } from "react";
import { RefreshCw } from "lucide-react";
import { refreshScreen } from "../../api/cached/refresh";
import { useRefreshStrings } from "virtual:strings/refresh";
import { IconButton } from "../../ui/widgets/Button";
import { usePull } from "../../ui/hooks/use-pull";
import styles from "./Refresh.module.css";

/** The minimum duration of the animation, so that the user sees it. */
const MIN_BUSY_MS = 500;

/** Refreshes the screen by its button, or by pulling the page down with a finger. */
export default function Refresh() {
  const t = useRefreshStrings();
  const indicator = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<"idle" | "busy" | "done" | "failed">("idle");
  const busy = state === "busy";

  const refresh = async () => {
    if (busy) return;
    setState("busy");
    const [succeeded] = await Promise.all([
      refreshScreen().catch(() => false),
      new Promise((resolve) => setTimeout(resolve, MIN_BUSY_MS)),
    ]);
    setState(succeeded ? "done" : "failed");
  };
  usePull(indicator, () => void refresh());
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
        <span
          ref={indicator}
          className={`center muted invisible floating ${styles.sign}`}
          data-busy={busy || undefined}
        >
          <RefreshCw size={20} strokeWidth={2} className={turning} />
        </span>
      </span>
      <span role="status" className="visually-hidden">
        {state === "busy" ? t.refreshing : state === "done" ? t.refreshed : state === "failed" ? t.failed : ""}
      </span>
    </>
  );
}
