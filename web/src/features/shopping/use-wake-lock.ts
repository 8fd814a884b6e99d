import { useEffect } from "react";

/**
 * Keeps the screen awake while this is shown, where the browser can: it lets go whenever the page is hidden, and is
 * asked again when it comes back.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const ask = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (gone) void taken.release();
        else lock = taken;
      } catch {
        // A phone that saves its battery refuses; the list is there all the same.
      }
    };
    const again = () => void ask();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
