import { claim } from "../../lib/auth/custom-token";
import { readSession } from "../../lib/auth/session";
import { isOnline } from "../../lib/browser/online";
import { pollInterval } from "../cached/poll-interval";
import { keys } from "../cached/queries";
import { queryClient } from "../cached/query-client";
import type { ShoppingListItem } from "../types";
import { activityOf, type Activity } from "./activity";

/** The shorter interval after another device's change, since more changes are likely, and its duration. */
const ACTIVE_POLL_SECONDS = 5;
const ACTIVE_POLL_MS = 60_000;
/** The user counts as away after this time without a touch. */
const IDLE_TIMEOUT_MS = 2 * 60_000;
/** The household and its preferences are polled in every third round: they change less often than lists. */
const HOUSEHOLD_POLL_ROUNDS = 3;
const INPUT_EVENTS = ["pointerdown", "keydown", "scroll", "focus"] as const;

/** Returns the milliseconds to the next poll; undefined without an interval, on a hidden page and for an idle user. */
export function nextPollDelay({
  intervalSeconds,
  isActive,
  isVisible,
  idleMs,
}: {
  intervalSeconds: number;
  isActive: boolean;
  isVisible: boolean;
  idleMs: number;
}): number | undefined {
  if (intervalSeconds === 0 || !isVisible || idleMs >= IDLE_TIMEOUT_MS) return undefined;
  return (isActive ? Math.min(intervalSeconds, ACTIVE_POLL_SECONDS) : intervalSeconds) * 1_000;
}

/** Refetches what is on screen: the lists in each round, the household and its preferences less often. */
async function refetchShown(round: number): Promise<void> {
  const isHouseholdDue = round % HOUSEHOLD_POLL_ROUNDS === 0;
  const polled = [keys.items, keys.shoppingList, ...(isHouseholdDue ? [keys.household, keys.preferences] : [])];
  await Promise.all(
    polled.map((queryKey) =>
      queryClient.refetchQueries({ queryKey, exact: true, type: "active" }, { cancelRefetch: false }),
    ),
  );
}

/** Returns a function that returns what another device has changed on the list since the last call. */
function listChanges(): () => Activity | undefined {
  const list = () => queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList);
  let before = list();
  return () => {
    const [old, next] = [before, list()];
    before = next;
    return old && next && old !== next ? activityOf(old, next, claim(readSession()?.idToken, "device")) : undefined;
  };
}

/** Calls the listeners when the user touches or shows the page, and when it is hidden. */
function watchUser(onInput: () => void, onHidden: () => void): () => void {
  const onVisibilityChange = () => (document.visibilityState === "visible" ? onInput() : onHidden());
  for (const type of INPUT_EVENTS) window.addEventListener(type, onInput, { passive: true, capture: true });
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    for (const type of INPUT_EVENTS) window.removeEventListener(type, onInput, { capture: true });
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}

/**
 * Polls for other devices' changes at the server's interval, while lists are on screen and the user is active. Calls
 * `onActivity` with another device's changes to the list.
 */
export function watchActivity(onActivity: (activity: Activity) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastInputAt = Date.now();
  let activeUntil = 0;
  let round = 0;
  let isPolling = false;
  const nextChange = listChanges();

  const nextDelay = () =>
    nextPollDelay({
      intervalSeconds: pollInterval.get(),
      isActive: Date.now() < activeUntil,
      isVisible: document.visibilityState === "visible",
      idleMs: Date.now() - lastInputAt,
    });
  const schedule = () => {
    clearTimeout(timer);
    const delay = nextDelay();
    timer = delay === undefined || isPolling ? undefined : setTimeout(() => void poll(), delay);
  };
  const poll = async () => {
    isPolling = true;
    try {
      if (!isOnline()) return;
      await refetchShown((round += 1));
      const activity = nextChange();
      if (!activity) return;
      activeUntil = Date.now() + ACTIVE_POLL_MS;
      onActivity(activity);
    } finally {
      isPolling = false;
      schedule();
    }
  };
  const onInput = () => {
    lastInputAt = Date.now();
    // The first input after a pause polls at once.
    if (timer === undefined && !isPolling && nextDelay() !== undefined) void poll();
  };

  const stopWatching = watchUser(onInput, schedule);
  const unsubscribe = pollInterval.subscribe(schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    stopWatching();
    unsubscribe();
  };
}
