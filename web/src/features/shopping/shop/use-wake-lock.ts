import { useEffect } from "react";

/**
 * Keeps the screen awake if the browser supports it. The browser releases the lock when the page is hidden, so it is
 * requested again when the page is visible.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isReleased = false;
    const request = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        const acquired = await navigator.wakeLock.request("screen");
        if (isReleased) void acquired.release();
        else lock = acquired;
      } catch {
        // A phone that saves battery refuses; the list works without the lock.
      }
    };
    const onVisibilityChange = () => void request();
    onVisibilityChange();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
      isReleased = true;
      document.removeEventListener("visibilitychange", onVisibilityChange);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
