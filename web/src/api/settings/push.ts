import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/state/ids";
import { isIos } from "../../lib/browser/install";
import { isStandalone } from "../../lib/browser/standalone";
import { registered } from "../../lib/browser/registration";
import { storage } from "../../lib/browser/storage";
import { request } from "../client";
import type { PushSubscriptionRequest, Schemas } from "../types";
import { forgetLocale, sendLocale } from "./locale";

/**
 * Web Push on this device: the browser's subscription and the server's copy of it. The service worker
 * (`service-worker/push.ts`) shows the messages.
 */
export type PushState =
  | "unsupported"
  /** iOS supports push only in installed apps. */
  | "install-first"
  | "denied"
  /** No permission asked yet, or no subscription. */
  | "default"
  | "on";

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Returns null without a service worker (a development server, a private window), whose `ready` never resolves. */
async function pushManager(): Promise<PushManager | null> {
  if (!isSupported()) return null;
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

/** Returns the likely result of `pushState` synchronously, so that the screen can reserve space. */
export function likelyPushState(): PushState {
  if (!isSupported()) return isIos() && !isStandalone() ? "install-first" : "unsupported";
  return Notification.permission === "granted" ? "on" : Notification.permission;
}

/** Decodes the server's key, because older Safari does not accept it as text. */
export function decodeKey(publicKey: string): Uint8Array<ArrayBuffer> {
  const text = atob(publicKey.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(key: ArrayBuffer | null, other: Uint8Array): boolean {
  if (key === null || key.byteLength !== other.byteLength) return false;
  return new Uint8Array(key).every((byte, index) => byte === other[index]);
}

/** Asks for permission, subscribes, and sends the subscription to the server. Call it from a click. */
export async function subscribe(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return pushState();
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  const { publicKey } = await request<Schemas["PushKey"]>("/api/push-key");
  const applicationServerKey = decodeKey(publicKey);
  let subscription = await manager.getSubscription();
  // A subscription for another server key does not work with this one.
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
  await sendLocale({ isForced: true });
  storage.set(WANTED, "1");
  return "on";
}

/** Set while reminders are on for this device, to distinguish a subscription that the browser dropped. */
const WANTED = "larder.push";

/** Runs at every start: browsers drop and change subscriptions silently, so the server gets the current one. */
export async function renewSubscription(): Promise<void> {
  if (storage.get(WANTED) === null || !("Notification" in window) || Notification.permission !== "granted") return;
  await subscribe();
}

/** Sends the locale and the subscription now, and again whenever the account changes. */
export function watchReminders(): void {
  const failed = (error: unknown) => console.warn("Reminders could not be set up again:", error);
  const setUp = () => void sendLocale().then(renewSubscription).catch(failed);
  setUp();
  let { uid } = auth.state();
  auth.subscribe(() => {
    const current = auth.state().uid;
    if (current === uid) return;
    uid = current;
    if (uid !== null) setUp();
  });
}

/** Removes the browser's subscription. The server's copy was deleted with its account. */
export async function dropSubscription(): Promise<void> {
  storage.remove(WANTED);
  forgetLocale();
  const manager = await pushManager();
  await (await manager?.getSubscription())?.unsubscribe();
}

/** Removes the subscription from the browser and the server. */
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
