import type { Settled } from "./state";

/** `wake` comes from the service worker, which stores changes and cannot send them. */
export type TabMessage = { type: "changed" } | { type: "wake" } | Settled;

const NAME = "larder.outbox";

/** Listens to the other tabs and the service worker. Returns a function that sends them a message. */
export function connectTabs(onNote: (note: TabMessage) => void): ((note: TabMessage) => void) | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onNote(data);
  return (note) => {
    try {
      channel.postMessage(note);
    } catch {
      // A photo that is gone cannot be posted.
      channel.postMessage({ type: "changed" } satisfies TabMessage);
    }
  };
}

/** Has the open tabs send what the service worker has stored. */
export function wakeTabs(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ type: "wake" } satisfies TabMessage);
  channel.close();
}
