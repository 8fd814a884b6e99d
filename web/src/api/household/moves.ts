import { auth } from "../../lib/auth/auth";
import { claim } from "../../lib/auth/custom-token";
import * as identity from "../../lib/auth/identity";
import type { Tokens } from "../../lib/auth/identity";
import { readSession, removeSession, replacedAccount, writeSession, type Session } from "../../lib/auth/session";
import { forgetSharesOf } from "../../lib/own-shares";
import { cacheStore } from "../cached/cache-store";
import { ApiError, NetworkError, NoTokenError, request } from "../client";
import { LARDER_CHANGED, RESTRICTED } from "../outbox/delivery";
import type { Change } from "../outbox/changes";
import { outbox } from "../outbox/outbox";
import type { CopyResult, Device, Household } from "../types";
import { copyData, removeDevice } from "./calls";
import { removePersonalData } from "./personal-data";
import { forgetKnownDevices } from "./announced-devices";

/**
 * Changes the larder of this browser: joins one by a link or code, leaves one, or starts a new one after removal from
 * one. Waiting changes are first sent to the larder in which they were made; the rest is marked as failed. Data of the
 * old larder is deleted once the new session is stored.
 */

const DEFAULT_TIMEOUT_MS = 10_000;

/** Sends waiting changes. Resolves with the number of those left after `timeoutMs` that `isAwaited` accepts. */
export async function sendWaitingChanges(
  timeoutMs = DEFAULT_TIMEOUT_MS,
  isAwaited: (change: Change) => boolean = () => true,
): Promise<number> {
  if (auth.state().status !== "signed-in") return 0;
  const countLeft = () => outbox.pending().filter(({ change }) => isAwaited(change)).length;
  outbox.flush();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, countLeft() > 0 ? timeoutMs : 0);
    const unsubscribe = outbox.subscribe(() => countLeft() === 0 && done());
  });
  return countLeft();
}

/** Returns true if a larder has receipts or archived items, which are not copied. */
async function hasHistory(token: string): Promise<boolean> {
  const lists = ["/api/scan-sessions", "/api/items/archived"].map((path) =>
    request<readonly unknown[]>(path, { authentication: { token } }),
  );
  return (await Promise.all(lists)).some(({ length }) => length > 0);
}

/** What a device can take into another larder: these rows; nothing but it has a history; too much for it; nothing. */
export type CopyPreview = CopyResult | "history" | "too-many" | null;

/** Returns what could be copied into the larder of `tokens`. */
export async function previewCopy(tokens: Tokens): Promise<CopyPreview> {
  const current = readSession();
  if (!current || current.ended || current.uid === tokens.uid) return null;
  const token = await auth.token();
  if (token === null) return null;
  try {
    const counts = await copyData(tokens.idToken, token, true);
    if (Object.values(counts).some((count) => count > 0)) return counts;
    return (await hasHistory(token)) ? "history" : null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "too_many_items") return "too-many";
    // A device that may only look and tick takes nothing along.
    if (error instanceof ApiError && error.code === RESTRICTED) return null;
    throw error;
  }
}

/** Returns the other devices of the larder of `tokens`. */
export async function otherDevices({ idToken }: Tokens): Promise<readonly Device[]> {
  const { devices } = await request<Household>("/api/household", { authentication: { token: idToken } });
  return devices.filter(({ isThisDevice }) => !isThisDevice);
}

/**
 * Changes this browser to the larder of `tokens`, after copying its data there if the user wants that. The earlier
 * larder is never deleted, because receipts, the archive and statistics are not copied.
 */
export async function enterLarder(tokens: Tokens, { copy }: { copy: boolean }): Promise<void> {
  const current = readSession();
  const oldToken = current && !current.ended && current.uid !== tokens.uid ? await auth.token() : null;
  if (oldToken === null) {
    await changeSession(current, tokens, "linked", null);
    // If the larder is the same, the browser is now another device of it, so its earlier device is removed.
    const oldDevice = claim(current?.idToken, "device");
    if (current?.uid === tokens.uid && !current.ended && oldDevice !== undefined)
      await removeDevice(oldDevice, { token: tokens.idToken, keepLinks: true }).catch(() => undefined);
    return;
  }
  const old = await householdOf(oldToken).catch((error: unknown) => {
    // A refusal: another device has removed this one.
    if (error instanceof ApiError && !error.isTemporary) return undefined;
    throw error;
  });
  if (old) checkIsRemovable(old);
  if (copy) await copyData(tokens.idToken, oldToken, false);
  const beforeChange = async () => {
    if (old?.hasOtherDevices && old.self !== undefined) await removeThisDevice(old.self, oldToken, copy);
  };
  await changeSession(current, tokens, "linked", oldToken, { beforeChange });
}

/**
 * Removes this device from its shared larder and starts a new larder: empty, or with a copy of the data. Where sign-up
 * is closed it cannot start one, so it leaves without a copy and can then join a larder.
 */
export async function leaveLarder({ copy }: { copy: boolean }): Promise<void> {
  await sendWaitingChanges();
  const oldToken = await auth.token();
  const current = readSession();
  if (oldToken === null || !current) throw new NoTokenError();
  const old = await householdOf(oldToken);
  const { self } = old;
  if (self === undefined) throw new Error("This device does not share a larder.");
  checkIsRemovable(old);
  const next = await identity.signUp(Date.now).catch((error: unknown) => {
    if (copy || !identity.isClosed(error)) throw error;
    return null;
  });
  if (copy && next) await copyData(next.idToken, oldToken, false);
  const beforeChange = () => removeThisDevice(self, oldToken, copy);
  await changeSession(current, next, "left", oldToken, { beforeChange, keepUnsent: copy });
}

/** Starts a new, empty larder for a device that was removed from its larder. */
export async function startNewLarder(): Promise<void> {
  await changeSession(readSession(), await identity.signUp(Date.now), "left", null);
}

/**
 * Deletes what this browser has of a larder that it can no longer open. Where sign-up is closed, it can then only join
 * one.
 */
export async function forgetLarder(): Promise<void> {
  await changeSession(readSession(), null, "left", null, { keepUnsent: false });
}

async function changeSession(
  current: Session | null,
  next: Tokens | null,
  by: "linked" | "left",
  oldToken: string | null,
  { beforeChange, keepUnsent = true }: { beforeChange?: () => Promise<unknown>; keepUnsent?: boolean } = {},
): Promise<void> {
  const old = current && current.uid !== next?.uid ? current : null;
  const oldUids = old ? [old.uid, ...old.previousUids].filter((uid) => uid !== next?.uid) : [];
  await auth.change(async () => {
    // First, because the server may refuse it.
    await beforeChange?.();
    await outbox.markAllFailed(oldUids, LARDER_CHANGED);
    if (!next) return removeSession();
    // The old account is restored, so no notice of its loss is needed.
    if (replacedAccount.get() === next.uid) replacedAccount.acknowledge();
    // Failed changes stay with their account, so that the user can see them; so do changes that another tab makes at
    // this moment.
    const previousUids = old ? (keepUnsent ? oldUids : []) : (current?.previousUids ?? []);
    writeSession({ ...next, previousUids, by: current && !old ? current.by : by });
  });
  if (!old) return;
  // A user who leaves without a copy was told that nothing is kept.
  if (!keepUnsent) await outbox.forget(oldUids);
  await cacheStore.forget(oldUids);
  forgetSharesOf(oldUids);
  forgetKnownDevices(oldUids);
  if (!keepUnsent) await removePersonalData();
  if (oldToken !== null) await endReminders(oldToken);
}

/**
 * Ends the old larder's reminders. The browser's subscription stays, and is sent to the new larder (`watchReminders`).
 */
async function endReminders(token: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  if (!subscription) return;
  await request("/api/push-subscriptions", {
    method: "DELETE",
    body: { endpoint: subscription.endpoint },
    authentication: { token },
  }).catch((error: unknown) => console.warn("The old larder may still remind this device:", error));
}

/** The server's answer to removing the last device that may change things beside those that only look. */
const LAST_MEMBER = {
  error: "last_member",
  message: "Only this device can change things. First let another device do everything.",
};

/** The household that this device leaves. */
interface OldHousehold {
  readonly hasOtherDevices: boolean;
  /** This device's id, from the server: a first device's token does not have it until it is refreshed. */
  readonly self: string | undefined;
  readonly isLastMember: boolean;
}

async function householdOf(token: string): Promise<OldHousehold> {
  const { devices } = await request<Household>("/api/household", { authentication: { token } });
  const members = devices.filter(({ role }) => role !== "looker");
  return {
    hasOtherDevices: devices.length > 1,
    self: devices.find(({ isThisDevice }) => isThisDevice)?.id,
    isLastMember: devices.length > 1 && members.length === 1 && members[0]?.isThisDevice === true,
  };
}

/** Throws what the server would answer to removing this device, before data is copied for nothing. */
function checkIsRemovable({ isLastMember }: OldHousehold): void {
  if (isLastMember) throw new ApiError(409, LAST_MEMBER.message, LAST_MEMBER, undefined);
}

/**
 * Removes this device from its larder, and repeats a failed request once. If the responses are lost or a gateway's,
 * it may be removed, so it must not lose the new larder; nor must it lose copied data if the server broke. If it was not
 * removed, the other devices still list it, and can remove it.
 */
async function removeThisDevice(self: string, token: string, hasCopied: boolean): Promise<void> {
  const remove = () =>
    removeDevice(self, { token }).catch((error: unknown) => {
      const isRemoved = error instanceof ApiError && (error.status === 404 || error.code === "device_ended");
      if (!isRemoved) throw error;
    });
  const isUnknown = (error: unknown) =>
    error instanceof NetworkError ||
    (error instanceof ApiError && error.status >= 500 && (hasCopied || error.code === undefined));
  await remove()
    .catch(remove)
    .catch((error: unknown) => {
      if (!isUnknown(error)) throw error;
    });
}
