import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/primitives.css";
import "./first-paint.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient, startQueryCache } from "../api/cached/query-client";
import { outbox } from "../api/outbox/outbox";
import { keys } from "../api/cached/queries";
import { loadLanguage } from "../lib/language/i18n";
import { watchInstall } from "../lib/browser/install";
import { applyTheme } from "../lib/browser/theme";
import { registrationDone } from "../lib/browser/registration";
import { idle, nextTask } from "../lib/browser/scheduling";
import { App } from "./App";
import { loadScreen } from "./screens";

/** Longest wait for the browser's own database, and for the code of the screen, before the page shows without. */
const FIRST_RENDER_TIMEOUT_MS = 1_500;

/**
 * Asks the browser not to throw away what is kept here, once there is something to keep: some browsers ask their
 * person, and a question on the very first visit would be about nothing.
 */
function keepStorage(): void {
  const ask = () => {
    const items = queryClient.getQueryData<readonly unknown[]>(keys.items)?.length ?? 0;
    const list = queryClient.getQueryData<readonly unknown[]>(keys.shoppingList)?.length ?? 0;
    if (items + list + outbox.pending().length === 0) return;
    for (const stop of watching) stop();
    void navigator.storage?.persist?.().catch(() => false);
  };
  const watching = [outbox.subscribe(ask), queryClient.getQueryCache().subscribe(ask)];
  ask();
}

/**
 * Puts the app in the place of the first paint. Its steps are turns of their own, so that none of them holds up a tap.
 */
export async function start(): Promise<void> {
  const words = loadLanguage();
  applyTheme();
  watchInstall();
  await nextTask();
  const stored = Promise.all([startQueryCache(), outbox.start()]).catch((error: unknown) =>
    console.warn("Starting without stored data:", error),
  );
  // A screen whose code cannot be had says so itself once it is shown.
  const screen = loadScreen().catch(() => undefined);
  await nextTask();
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root.");
  const root = createRoot(place);
  await nextTask();
  await Promise.race([
    Promise.all([stored, screen]),
    new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_TIMEOUT_MS)),
  ]);
  await words;

  // Drawn in slices; the first paint stays until all of it is there.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );

  // Runs non-critical start-up work when the page is idle, one part per task.
  await idle();
  void import("./service-worker").then(({ registerServiceWorker }) => registerServiceWorker(), registrationDone);
  await idle();
  if (matchMedia("(any-hover: hover)").matches)
    void import("../ui/tooltips").then(
      ({ startTooltips }) => startTooltips(),
      () => undefined,
    );
  void import("../ui/focus-rescue").then(
    ({ startFocusRescue }) => startFocusRescue(),
    () => undefined,
  );
  await idle();
  void import("../api/settings/push").then(
    ({ watchReminders }) => watchReminders(),
    () => undefined,
  );
  keepStorage();
}
