import { registrationDone } from "../lib/browser/registration";
import { navigate } from "../lib/navigation/router";
import { trustedScript } from "../lib/browser/trusted-types";

/** Announces a waiting update; `apply` makes it take over and loads the page again. */
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

function offer(apply: () => void): void {
  waiting = apply;
  listener?.(apply);
}

/** Registers the service worker after the page has settled, so that it never competes with the first paint. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return registrationDone();
  // A tap on a reminder, while this page is open: it leads to what is due.
  navigator.serviceWorker.addEventListener(
    "message",
    ({ data }: MessageEvent<{ type?: string; address?: string } | null>) => {
      if (data?.type === "OPEN" && data.address?.startsWith("/")) navigate(data.address);
    },
  );
  const register = async () => {
    const { Workbox } = await import("workbox-window");
    const workbox = new Workbox(trustedScript("/sw.js"));
    let asked = false;
    workbox.addEventListener("waiting", () =>
      offer(() => {
        asked = true;
        workbox.messageSkipWaiting();
      }),
    );
    workbox.addEventListener("controlling", ({ isUpdate }) => {
      if (asked) location.reload();
      // Another tab took the update. This one loads again only if its own person asks.
      else if (isUpdate) offer(() => location.reload());
    });
    await workbox.register();
    setInterval(() => void workbox.update().catch(() => undefined), 60 * 60_000);
  };
  const begin = () =>
    void register()
      .catch((error: unknown) => console.warn("Offline start is not available:", error))
      .finally(registrationDone);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
