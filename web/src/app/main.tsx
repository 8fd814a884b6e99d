import "../ui/tokens.css";
import "../ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient, startQueryCache, forgetData } from "../api/query-client";
import { outbox } from "../api/outbox/outbox";
import { auth } from "../lib/auth/auth";
import { loadLanguage } from "../lib/i18n";
import { watchInstall } from "../lib/install";
import { applyTheme } from "../lib/theme";
import { App } from "./App";
import { registerServiceWorker } from "./service-worker";

/** Longest wait for the browser's own database before the page shows without stored data. */
const PATIENCE = 1_500;

async function start(): Promise<void> {
  const words = loadLanguage();
  applyTheme();
  watchInstall();
  auth.onReplaced = (before, after) => {
    // Another account's answers must not be shown; what waits to be sent is still this person's.
    if (before !== null) void forgetData();
    void outbox.adopt(before, after);
  };
  auth.start();
  const stored = Promise.all([startQueryCache(), outbox.start()]).catch((error: unknown) => console.warn("Starting without stored data:", error));
  await Promise.race([stored, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

  await words;

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root.");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
  registerServiceWorker();
  // Receipts photographed offline are read in the background; the code for it is not needed for the first paint.
  void stored.then(() => import("../features/scan/photo-queue")).then(({ startPhotoQueue }) => startPhotoQueue(), () => undefined);
  if (matchMedia("(any-hover: hover)").matches) void import("../ui/tooltips").then(({ startTooltips }) => startTooltips(), () => undefined);
  void import("../api/push").then(({ renewSubscription }) => renewSubscription()).catch((error: unknown) => console.warn("Reminders could not be set up again:", error));
  // Asks the browser not to throw the offline data away; browsers decide silently for installed apps.
  void navigator.storage?.persist?.().catch(() => false);
}

void start();
