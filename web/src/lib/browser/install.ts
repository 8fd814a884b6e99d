import { createStore, useStore } from "../state/store";
import { isStandalone } from "./standalone";

/** Chromium's `beforeinstallprompt` event, which fires once, before a screen needs it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

let installEvent: InstallEvent | undefined;
const isInstalled = createStore(isStandalone());

/** iPadOS has the user agent of a Mac, but no Mac has a touch screen. */
export function isIos(agent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): boolean {
  return /iPhone|iPad|iPod/.test(agent) || (agent.includes("Macintosh") && touchPoints > 1);
}

export function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The install card offers it later.
    event.preventDefault();
    installEvent = event as InstallEvent;
  });
  window.addEventListener("appinstalled", () => {
    installEvent = undefined;
    isInstalled.set(true);
  });
}

type InstallOutcome = "accepted" | "dismissed" | "unavailable";

/** Shows the browser's install prompt, which works once. */
export async function promptInstall(): Promise<InstallOutcome> {
  const event = installEvent;
  if (!event) return "unavailable";
  installEvent = undefined;
  await event.prompt();
  return (await event.userChoice).outcome;
}

export function useIsInstalled(): boolean {
  return useStore(isInstalled);
}
