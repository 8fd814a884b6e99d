import { createStore, useStore } from "../state/store";

/**
 * Installing the app. Chromium fires `beforeinstallprompt` early and once, so it is caught here, before any screen
 * needs it.
 */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

export interface InstallState {
  /** The browser has a prompt of its own to offer. */
  readonly promptable: boolean;
  readonly installed: boolean;
}

let offer: InstallEvent | undefined;
const state = createStore<InstallState>({ promptable: false, installed: isStandalone() });

function set(next: Partial<InstallState>): void {
  state.set({ ...state.get(), ...next });
}

export function isStandalone(): boolean {
  // iOS says so in a property of its own.
  const displayed = typeof matchMedia === "function" && matchMedia("(display-mode: standalone)").matches;
  return displayed || (navigator as { standalone?: boolean }).standalone === true;
}

/** iPadOS calls itself a Macintosh, but no Mac has a touch screen. */
export function isIos(agent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): boolean {
  return /iPhone|iPad|iPod/.test(agent) || (agent.includes("Macintosh") && touchPoints > 1);
}

export function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // Our own card offers it at a better moment.
    event.preventDefault();
    offer = event as InstallEvent;
    set({ promptable: true });
  });
  window.addEventListener("appinstalled", () => {
    offer = undefined;
    set({ promptable: false, installed: true });
  });
}

export type InstallOutcome = "accepted" | "dismissed" | "unavailable";

/** Shows the browser's own prompt. It works once; rejects if the browser fails. */
export async function promptInstall(): Promise<InstallOutcome> {
  const event = offer;
  if (!event) return "unavailable";
  offer = undefined;
  set({ promptable: false });
  await event.prompt();
  return (await event.userChoice).outcome;
}

export function useInstallState(): InstallState {
  return useStore(state);
}
