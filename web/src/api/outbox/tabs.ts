import type { Settled } from "./state";

/** `wake` comes from the service worker, which stores changes and cannot send them. */
type TabMessage = { type: "changed" } | { type: "wake" } | Settled;

const CHANNEL = "larder.outbox";

/** Listens to the other tabs and the service worker. Returns a function that posts a message to them. */
export function connectTabs(onMessage: (message: TabMessage) => void): (message: TabMessage) => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  return (message) => {
    try {
      channel.postMessage(message);
    } catch {
      // A photo that the browser can no longer read cannot be posted.
      channel.postMessage({ type: "changed" } satisfies TabMessage);
    }
  };
}

/** Makes the open tabs send the changes that the service worker has stored. */
export function wakeTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ type: "wake" } satisfies TabMessage);
  channel.close();
}
