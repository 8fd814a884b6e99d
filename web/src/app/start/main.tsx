import "../../ui/styles/tokens.css";
import "../../ui/styles/base.css";
import "../../ui/styles/primitives.css";
import "./first-paint.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { load } from "virtual:language-files";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient, startQueryCache } from "../../api/cached/query-client";
import { outbox } from "../../api/outbox/outbox";
import { loadLanguage } from "../../lib/language/i18n";
import { watchInstall } from "../../lib/browser/install";
import { isLooker, subscribeRole } from "../../api/household/role";
import { applyTheme } from "../../lib/browser/theme";
import { registrationDone } from "../../lib/browser/registration";
import { idle, nextTask } from "../../lib/browser/scheduling";
import { App } from "../App";
import { loadScreen } from "../screens";

/** The maximum time that the first render waits for stored data and the code of the screen. */
const FIRST_RENDER_TIMEOUT_MS = 1_500;

/** Replaces the first paint by the app. Each step is a separate task, so that a tap is handled in between. */
export async function start(): Promise<void> {
  const language = loadLanguage(load);
  applyTheme();
  // `public/first-paint.js` sets it for the stored role.
  subscribeRole(() => document.documentElement.toggleAttribute("data-looker", isLooker()));
  watchInstall();
  await nextTask();
  const stored = Promise.all([startQueryCache(), outbox.start()]).catch((error: unknown) =>
    console.warn("Starting without stored data:", error),
  );
  // If the code cannot be loaded, rendering the screen shows the error.
  const screen = loadScreen().catch(() => undefined);
  await nextTask();
  const element = document.getElementById("root");
  if (!element) throw new Error("index.html has no #root.");
  const root = createRoot(element);
  await nextTask();
  await Promise.race([
    Promise.all([stored, screen]),
    new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_TIMEOUT_MS)),
  ]);
  await language;

  // A transition, which does not block input; the first paint stays until it is complete.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );

  await idle();
  void import("./idle-work").then(({ runIdleWork }) => runIdleWork(), registrationDone);
}
