import { auth } from "../../lib/auth/auth";
import { firstStartSecret } from "../../lib/auth/first-start";
import { nextTask } from "../../lib/browser/scheduling";

/**
 * The first module of the page: it sends the sign-in request while the rest of the code loads. The app starts after the
 * first paint, so that parsing its code does not delay the paint.
 */
if (/^#(install|setup)=/.test(location.hash)) {
  const page = firstStartSecret(location.hash) === null ? location.pathname + location.search : `/link${location.hash}`;
  history.replaceState(history.state, "", page);
}
// A device that joins another larder needs no larder of its own.
auth.start({ isDeferred: location.pathname === "/link" });

/** Maximum time to wait for the first frame: the browser does not paint a page in the background. */
const PAINT_TIMEOUT_MS = 300;

function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState !== "visible") return resolve();
    setTimeout(resolve, PAINT_TIMEOUT_MS);
    // The callback runs before the frame is painted, the task after it.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

async function startApp(): Promise<void> {
  await waitForPaint();
  await import("./library");
  await nextTask();
  const { start } = await import("./main");
  await nextTask();
  await start();
}

/** A second failure within this time does not reload the page again: the files are missing on the server as well. */
const MIN_RELOAD_INTERVAL_MS = 60_000;
const RELOADED_KEY = "larder.reloaded";
let leftAt = 0;

// Firefox stops loading code when the user leaves the page; a reload would return the user to it.
window.addEventListener("beforeunload", () => (leftAt = Date.now()));

// Code that is missing on the server belongs to an earlier version; a reload fetches the current one.
window.addEventListener("vite:preloadError", () => {
  try {
    const last = Math.max(leftAt, Number(sessionStorage.getItem(RELOADED_KEY)));
    if (!navigator.onLine || Date.now() - last < MIN_RELOAD_INTERVAL_MS) return;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    location.reload();
  } catch {
    // If the time cannot be stored, the page could reload endlessly.
  }
});

startApp().catch((error: unknown) => {
  console.error("The app cannot be started:", error);
  // The browser caches a failed module, so only a reload helps. There is no input yet that it could lose.
  window.addEventListener("online", () => location.reload(), { once: true });
});
