import type { Settled } from "./state";

/** `wake` comes from the service worker, which stores changes and cannot send them. */
export type Note = { type: "changed" } | { type: "wake" } | Settled;

/** Listens to the other tabs and the service worker. Returns how to tell them something. */
export function connectTabs(onNote: (note: Note) => void): ((note: Note) => void) | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel("larder.outbox");
  channel.onmessage = ({ data }: MessageEvent<Note>) => onNote(data);
  return (note) => channel.postMessage(note);
}
