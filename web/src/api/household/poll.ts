import { claim } from "../../lib/auth/custom-token";
import { readSession } from "../../lib/auth/session";
import { isOnline } from "../../lib/browser/online";
import { pollInterval } from "../cached/poll-interval";
import { keys } from "../cached/queries";
import { queryClient } from "../cached/query-client";
import type { ShoppingListItem } from "../types";
import { activityOf, type Activity } from "./activity";

/** After another device's change more are likely: the interval in seconds, and for how long. */
const LIVELY = 5;
const LIVELY_FOR = 60_000;
/** The user counts as away after this time without a touch. */
const IDLE = 2 * 60_000;
/** Devices change less often than lists. */
const HOUSEHOLD_EVERY = 3;
const TOUCHES = ["pointerdown", "keydown", "scroll", "focus"] as const;

/** Returns the time to the next poll in milliseconds; undefined while the screen is not visible. */
export function waitFor({
  pace,
  lively,
  seen,
  idle,
}: {
  pace: number;
  lively: boolean;
  seen: boolean;
  idle: number;
}): number | undefined {
  if (pace === 0 || !seen || idle >= IDLE) return undefined;
  return (lively ? Math.min(pace, LIVELY) : pace) * 1_000;
}

/**
 * Polls for other devices' changes at the server's interval, while lists are on screen and the user is present. `tell`
 * gets what is worth announcing. An unchanged answer costs a 304.
 */
export function watchActivity(tell: (news: Activity) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touched = Date.now();
  let livelyUntil = 0;
  let round = 0;
  let looking = false;
  let shown = queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList);

  const wait = () =>
    waitFor({
      pace: pollInterval.get(),
      lively: Date.now() < livelyUntil,
      seen: document.visibilityState === "visible",
      idle: Date.now() - touched,
    });
  const schedule = () => {
    clearTimeout(timer);
    const next = wait();
    timer = next === undefined || looking ? undefined : setTimeout(() => void look(), next);
  };
  const look = async () => {
    looking = true;
    round += 1;
    try {
      if (isOnline()) {
        const asked = [keys.items, keys.shoppingList, ...(round % HOUSEHOLD_EVERY === 0 ? [keys.household] : [])];
        await Promise.all(
          asked.map((queryKey) =>
            queryClient.refetchQueries({ queryKey, exact: true, type: "active" }, { cancelRefetch: false }),
          ),
        );
        compare();
      }
    } finally {
      looking = false;
      schedule();
    }
  };
  const compare = () => {
    const now = queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList);
    const news =
      shown && now && shown !== now ? activityOf(shown, now, claim(readSession()?.idToken, "device")) : undefined;
    shown = now;
    if (!news) return;
    livelyUntil = Date.now() + LIVELY_FOR;
    tell(news);
  };
  const touch = () => {
    touched = Date.now();
    // The first touch after a pause polls at once.
    if (timer === undefined && !looking && wait() !== undefined) void look();
  };
  const visible = () => {
    if (document.visibilityState === "visible") touch();
    else schedule();
  };

  for (const type of TOUCHES) window.addEventListener(type, touch, { passive: true, capture: true });
  document.addEventListener("visibilitychange", visible);
  const ended = pollInterval.subscribe(schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    for (const type of TOUCHES) window.removeEventListener(type, touch, { capture: true });
    document.removeEventListener("visibilitychange", visible);
    ended();
  };
}
