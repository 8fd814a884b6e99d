import { auth } from "../../lib/auth/auth";
import { claim } from "../../lib/auth/custom-token";
import * as identity from "../../lib/auth/identity";
import type { Tokens } from "../../lib/auth/identity";
import { readSession, replacedAccount, writeSession, type Session } from "../../lib/auth/session";
import { forgetSharesOf } from "../../lib/own-shares";
import { cacheStore } from "../cached/cache-store";
import { ApiError, NetworkError, request } from "../client";
import { LEFT_BEHIND } from "../outbox/delivery";
import { outbox } from "../outbox/outbox";
import type { BringResult, Household } from "../types";
import { bring, endDevice } from "./calls";
import { forgetDevice } from "./forget-device";
import { forgetKnownDevices } from "./known-devices";

/**
 * Changes the larder of this browser: joins one by a link or code, leaves one, or continues after one that ended it.
 * Waiting changes are sent to their own larder before that; those that cannot be sent are marked as failed, and data
 * kept under the old name is deleted once the new account is on disk.
 */

/** Longest wait for what still waits to be sent. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** Sends what waits, to the larder it was made in. Resolves with how much of it is left. */
export async function sendWaiting(patience = DEFAULT_TIMEOUT_MS): Promise<number> {
  if (auth.state().status !== "signed-in") return 0;
  outbox.flush();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, outbox.pending().length > 0 ? patience : 0);
    const unsubscribe = outbox.subscribe(() => outbox.pending().length === 0 && done());
  });
  return outbox.pending().length;
}

/** The data of this device that could be copied; null if there is none, "too-many" if it does not fit. */
export async function previewMerge(tokens: Tokens): Promise<BringResult | "too-many" | null> {
  const before = readSession();
  if (!before || before.ended || before.uid === tokens.uid) return null;
  const token = await auth.token();
  if (token === null) return null;
  try {
    const brought = await bring(tokens.idToken, token, true);
    return brought.items + brought.listItems + brought.corrections > 0 ? brought : null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "too_many_items") return "too-many";
    throw error;
  }
}

/** Makes the larder of `tokens` this browser's own. */
export async function enter(
  tokens: Tokens,
  { along }: { along: "everything" | "nothing" | "there-was-nothing" },
): Promise<void> {
  const before = readSession();
  const old = before && !before.ended && before.uid !== tokens.uid ? await auth.token() : null;
  if (along === "everything" && old !== null) await bring(tokens.idToken, old, false);
  await change(before, tokens, "linked", old);
  if (old === null) {
    // The same larder, as another of its devices: this browser is not there twice.
    const twin = claim(before?.idToken, "device");
    if (before?.uid === tokens.uid && !before.ended && twin !== undefined)
      await endDevice(twin, tokens.idToken).catch(() => undefined);
  } else if (before) await endOld(old, along !== "nothing");
}

/** Takes this device out of its larder, which other devices keep using, and begins a new one: empty, or with a copy. */
export async function leave({ copy }: { copy: boolean }): Promise<void> {
  await sendWaiting();
  const old = await auth.token();
  const before = readSession();
  const device = old === null ? undefined : (await householdOf(old)).self;
  if (old === null || !before || device === undefined)
    throw new Error("This device is in no larder that it could leave.");
  const fresh = await identity.signUp(Date.now);
  if (copy) await bring(fresh.idToken, old, false);
  await change(before, fresh, "left", old, { last: () => endOnce(device, old), keepsUnsent: copy });
}

/**
 * Only an answer confirms that a device is still a member. Without one it may have left, and the new larder with the
 * copy must not be lost; at worst the others see a device that they can remove.
 */
async function endOnce(device: string, token: string): Promise<void> {
  await endDevice(device, token).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
  });
}

/** Begins a new, empty larder where the old one was closed to this device. */
export async function startOver(): Promise<void> {
  const before = readSession();
  await change(before, await identity.signUp(Date.now), "left", null);
}

async function change(
  before: Session | null,
  next: Tokens,
  by: "linked" | "left",
  old: string | null,
  { last, keepsUnsent = true }: { last?: () => Promise<unknown>; keepsUnsent?: boolean } = {},
): Promise<void> {
  const other = before && before.uid !== next.uid ? before : null;
  const names = other ? [other.uid, ...other.previousUids].filter((uid) => uid !== next.uid) : [];
  if (other) {
    if (old !== null) await endReminders(old);
    await outbox.markAllFailed(names, LEFT_BEHIND);
  }
  await auth.change(async () => {
    await last?.();
    // The old account is restored, so no notice of its loss is needed.
    if (replacedAccount.get() === next.uid) replacedAccount.acknowledge();
    // Failed changes stay with their account, so that the user can see them; so do changes that another tab makes at
    // this moment.
    const previous = other ? (keepsUnsent ? names : []) : (before?.previousUids ?? []);
    writeSession({ ...next, previousUids: previous, by: before && !other ? before.by : by });
  });
  if (!other) return;
  // Nothing is kept of a larder that was left for an empty one, as the question before it says.
  if (!keepsUnsent) await outbox.forget(names);
  await cacheStore.forget(names);
  forgetSharesOf(names);
  forgetKnownDevices(names);
  if (!keepsUnsent) await forgetDevice();
}

/**
 * Reminders of the old larder end; the browser's own subscription stays, and is sent to the new one (`watchReminders`).
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

/**
 * Returns the members of a token's larder. The server says which of them this device is: a first device's token does
 * not contain that until it is renewed.
 */
async function householdOf(
  token: string,
): Promise<{ others: boolean; self: string | undefined; recoveryCode: Household["recoveryCode"] }> {
  const { devices, recoveryCode } = await request<Household>("/api/household", { authentication: { token } });
  return { others: devices.length > 1, self: devices.find(({ isThisDevice }) => isThisDevice)?.id, recoveryCode };
}

/**
 * Deletes data that would be inaccessible: this device in the old larder, or all of that larder if no other device or
 * recovery code could open it and it is empty.
 */
async function endOld(token: string, emptied: boolean): Promise<void> {
  try {
    const { others, self, recoveryCode } = await householdOf(token);
    if (others && self !== undefined) await endDevice(self, token);
    else if (!others && emptied && recoveryCode === null) await identity.deleteAccount(token);
  } catch (error) {
    console.warn("The larder that this device was in before could not be ended:", error);
  }
}
