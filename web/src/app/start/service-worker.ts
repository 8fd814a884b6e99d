import { registrationDone } from "../../lib/browser/registration";
import { navigate } from "../../lib/navigation/router";
import { topModal } from "../../ui/modals";
import { trustedScript } from "../../lib/browser/trusted-types";

/** The time between two checks for an update of an open page. */
const UPDATE_INTERVAL_MS = 60 * 60_000;

/** Called for a waiting update; `apply` activates it and reloads the page. */
type Listener = (apply: () => void) => void;
let listener: Listener | undefined;
let waiting: (() => void) | undefined;

export function onUpdateWaiting(next: Listener): () => void {
  listener = next;
  if (waiting) next(waiting);
  return () => {
    listener = undefined;
  };
}

function announceUpdate(apply: () => void): void {
  waiting = apply;
  listener?.(apply);
}

/** Shows the due items after a tap on a reminder, unless a dialog is open, which may have input. */
function openTappedReminders(): void {
  navigator.serviceWorker.addEventListener(
    "message",
    ({ data }: MessageEvent<{ type?: string; address?: string } | null>) => {
      if (data?.type === "OPEN" && data.address?.startsWith("/") && !topModal()) navigate(data.address);
    },
  );
}

/** Registers the service worker once the page has loaded, so that it never competes with the first paint. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return registrationDone();
  openTappedReminders();
  const register = async () => {
    const { Workbox } = await import("workbox-window");
    const workbox = new Workbox(trustedScript("/sw.js"));
    let isApplying = false;
    workbox.addEventListener("waiting", () =>
      announceUpdate(() => {
        isApplying = true;
        workbox.messageSkipWaiting();
      }),
    );
    workbox.addEventListener("controlling", ({ isUpdate }) => {
      if (isApplying) location.reload();
      // Another tab has activated the update; this one reloads only after a tap.
      else if (isUpdate) announceUpdate(() => location.reload());
    });
    await workbox.register();
    setInterval(() => void workbox.update().catch(() => undefined), UPDATE_INTERVAL_MS);
  };
  const start = () =>
    void register()
      .catch((error: unknown) => console.warn("Offline start is not available:", error))
      .finally(registrationDone);
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}
