import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/state/ids";
import { isIos, isStandalone } from "../../lib/browser/install";
import { registered } from "../../lib/browser/registration";
import { storage } from "../../lib/browser/storage";
import { request } from "../client";
import type { PushSubscriptionRequest, Schemas } from "../types";
import { forgetTimeZone, sendTimeZone } from "./time-zone";

/**
 * Web Push on this device: the browser's subscription and its copy at the server. The service worker
 * (`service-worker/push.ts`) shows what arrives.
 */
export type PushState =
  | "unsupported"
  /** iOS knows push only in apps on the home screen. */
  | "install-first"
  | "denied"
  /** No permission asked yet, or no subscription. */
  | "default"
  | "on";

function mayPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/**
 * Without a service worker (a development server, a private window) push is not available, and `ready` would never
 * resolve.
 */
async function pushManager(): Promise<PushManager | null> {
  if (!mayPush()) return null;
  await registered;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration ? ((await navigator.serviceWorker.ready).pushManager ?? null) : null;
}

export async function pushState(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return isIos() && !isStandalone() ? "install-first" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted") return "default";
  return (await manager.getSubscription()) ? "on" : "default";
}

/** Returns the likely result of `pushState` at once, so that its space can be reserved. */
export function likelyPushState(): PushState {
  if (!mayPush()) return isIos() && !isStandalone() ? "install-first" : "unsupported";
  return Notification.permission === "granted" ? "on" : Notification.permission;
}

/** Returns the server's key as the browser needs it. Bytes, because older Safari does not accept the text. */
export function decodeKey(publicKey: string): Uint8Array<ArrayBuffer> {
  const text = atob(publicKey.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(key: ArrayBuffer | null, other: Uint8Array): boolean {
  if (key === null || key.byteLength !== other.byteLength) return false;
  return new Uint8Array(key).every((byte, index) => byte === other[index]);
}

/**
 * Asks for permission (call it from a click), subscribes and sends the subscription to the server. Resolves with the
 * resulting state.
 */
export async function subscribe(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return pushState();
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  const { publicKey } = await request<Schemas["PushKey"]>("/api/push-key");
  const applicationServerKey = decodeKey(publicKey);
  let subscription = await manager.getSubscription();
  // A subscription that was made for another server key cannot be used by this one.
  if (subscription && !isSame(subscription.options.applicationServerKey, applicationServerKey)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.["p256dh"] === undefined || keys["auth"] === undefined)
    throw new Error("The browser's push subscription is incomplete.");
  const body: PushSubscriptionRequest = { endpoint, keys: { p256dh: keys["p256dh"], auth: keys["auth"] } };
  await request("/api/push-subscriptions", { method: "POST", body, idempotencyKey: newId() });
  await sendTimeZone({ isForced: true });
  storage.set(WANTED, "1");
  return "on";
}

/** Set while reminders are on for this device, to distinguish a lost subscription from one that was ended. */
const WANTED = "larder.push";

/** Runs at every start: browsers drop and change subscriptions silently, so the server gets the current one. */
export async function renewSubscription(): Promise<void> {
  if (storage.get(WANTED) === null || !("Notification" in window) || Notification.permission !== "granted") return;
  await subscribe();
}

/** Moves reminders to the account that replaced another, and ends them at sign-out. Sends the time zone at once. */
export function watchReminders(): void {
  const failed = (error: unknown) => console.warn("Reminders could not be set up again:", error);
  const begin = () => void sendTimeZone().then(renewSubscription).catch(failed);
  begin();
  let uid = auth.state().uid;
  auth.subscribe(() => {
    const now = auth.state().uid;
    if (now === uid) return;
    uid = now;
    if (now !== null) begin();
  });
}

/** Takes the browser's subscription away; the server's copy of it ended with its account. */
export async function dropSubscription(): Promise<void> {
  storage.remove(WANTED);
  forgetTimeZone();
  const manager = await pushManager();
  await (await manager?.getSubscription())?.unsubscribe();
}

/** Ends the subscription here and at the server. */
export async function unsubscribe(): Promise<void> {
  storage.remove(WANTED);
  const subscription = await (await pushManager())?.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await request("/api/push-subscriptions", {
    method: "DELETE",
    body: { endpoint } satisfies Schemas["Unsubscription"],
    idempotencyKey: newId(),
  });
}
