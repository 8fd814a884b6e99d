import { auth } from "../lib/auth/auth";
import type { LinkMethod } from "../api/household/sign-in-by-link";
import { nextTask } from "../lib/browser/scheduling";

/**
 * The first code that runs, and all that runs before the first paint: the sign-in, whose request is sent while the rest
 * of the code loads. The app itself follows after the first paint, so that parsing its code does not delay it.
 */
const [, way, secret] = /^#(install|setup)=(\w+)$/.exec(location.hash) ?? [];
auth.start({
  // An app that was just put on the home screen of iOS brings along whose larder it is, a set-up link that one may
  // begin here.
  first:
    secret === undefined
      ? undefined
      : async () => (await import("../api/household/sign-in-by-link")).signInByLink(way as LinkMethod, secret),
  // A device that joins another larder needs none of its own.
  later: location.pathname === "/link",
});

/** Longest wait for a frame that may never come: a page in the background is not painted. */
const IDLE_TIMEOUT_MS = 300;

function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState !== "visible") return resolve();
    setTimeout(resolve, IDLE_TIMEOUT_MS);
    // The callback runs before the frame is painted, the task after it.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

async function begin(): Promise<void> {
  await painted();
  await import("./library");
  await nextTask();
  const { start } = await import("./main");
  await nextTask();
  await start();
}

/** A second failure within this time is not met by another load: the files are missing on the server as well. */
const RELOAD_AGAIN_AFTER_MS = 60_000;
const RELOADED_KEY = "larder.reloaded";
let leftAt = 0;

// Firefox ends the loading of code when the page is left. To load the page again would take the person back to it.
window.addEventListener("beforeunload", () => (leftAt = Date.now()));

// A part of the code that is gone from the server belongs to a version before; loading the page again brings the present
// one.
window.addEventListener("vite:preloadError", () => {
  try {
    const last = Math.max(leftAt, Number(sessionStorage.getItem(RELOADED_KEY)));
    if (!navigator.onLine || Date.now() - last < RELOAD_AGAIN_AFTER_MS) return;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    location.reload();
  } catch {
    // If the time cannot be stored, the page could reload endlessly.
  }
});

begin().catch((error: unknown) => {
  console.error("The app cannot be started:", error);
  // The browser caches a failed module, so only a reload helps. No input is lost, because none was possible yet.
  window.addEventListener("online", () => location.reload(), { once: true });
});
