import { useEffect, useEffectEvent, useState } from "react";
import type { Change } from "../../api/outbox/changes";
import { outbox } from "../../api/outbox/outbox";
import { overlayItems, overlayPreferences, overlayShoppingList } from "../../api/outbox/overlay";
import { archivedQuery, itemsQuery, keys, preferencesQuery } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import type { GroceryItem, Preferences, ShoppingListItem } from "../../api/types";
import { takeUsedInReminders } from "../../lib/domain/reminder-answers";
import { storage } from "../../lib/browser/storage";
import { setListUsedUp } from "./mutations/household";
import { listUsedUpItem, unlistUsedUpItem } from "./mutations/list-used-up";
import { isLastOf, isWanted } from "./used-up-row";

/** Set once this device has asked: an unanswered question is not repeated. */
const ASKED = "larder.used-up-asked";

/**
 * Puts items that are used up on the shopping list where the household wants that. Watches the outbox, and takes the
 * answers to reminders. Returns the item about which the user is to be asked, because the household has not decided.
 */
export function useListUsedUp(): { asking: GroceryItem | null; answer: (yes: boolean) => void } {
  const [asking, setAsking] = useState<GroceryItem | null>(null);

  const put = async (item: GroceryItem) => {
    if (isWanted(item, listNow())) await listUsedUpItem(item);
  };
  const onUsed = async (item: GroceryItem) => {
    if (!isLastOf(item, itemsNow())) return;
    const wanted = (await preferencesNow())?.listUsedUp;
    if (wanted) await put(item);
    else if (wanted === undefined && storage.get(ASKED) === null) setAsking(item);
  };
  const onChange = useEffectEvent(async (change: Change) => {
    if (change.kind === "item.restore") return unlistUsedUpItem(change.item.id);
    // An item that is sorted in the archive was used up before, and is not missing now.
    if (change.kind === "item.outcome" && change.outcome === "used" && change.item?.itemStatus === "active")
      await onUsed(change.item);
  });
  useEffect(() => {
    const seen = new Set(outbox.pending().map(({ key }) => key));
    return outbox.subscribe(() => {
      for (const { key, change } of outbox.pending()) {
        if (seen.has(key)) continue;
        seen.add(key);
        // All tabs are notified; the focused one acts.
        if (document.hasFocus()) void onChange(change);
      }
    });
  }, []);

  const onAnswers = useEffectEvent(async () => {
    for (const id of await takeUsedInReminders()) {
      const item = await itemOf(id);
      if (item) await onUsed(item);
    }
  });
  useEffect(() => {
    const look = () => void onAnswers().catch((error: unknown) => console.warn("A reminder's answer is lost:", error));
    const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("larder.outbox");
    channel?.addEventListener("message", ({ data }: MessageEvent<{ type?: string }>) => {
      if (data.type === "wake") look();
    });
    // Answers from while no page was open.
    look();
    return () => channel?.close();
  }, []);

  const answer = (yes: boolean) => {
    storage.set(ASKED, "1");
    setAsking(null);
    setListUsedUp(yes);
    if (yes && asking) void put(asking);
  };
  return { asking, answer };
}

/** Returns an item that was used up elsewhere: it may have left the list already. */
async function itemOf(id: string): Promise<GroceryItem | undefined> {
  const known = (items: readonly GroceryItem[] | undefined) => items?.find((item) => item.id === id);
  const active = await queryClient.fetchQuery({ ...itemsQuery(), staleTime: Infinity }).catch(() => undefined);
  return known(active) ?? known(await queryClient.fetchQuery(archivedQuery()).catch(() => undefined));
}

function itemsNow(): readonly GroceryItem[] {
  return outbox.pending().reduce(overlayItems, queryClient.getQueryData<readonly GroceryItem[]>(keys.items) ?? []);
}

function listNow(): readonly ShoppingListItem[] {
  const list = queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList) ?? [];
  return outbox.pending().reduce(overlayShoppingList, list);
}

async function preferencesNow(): Promise<Preferences | undefined> {
  const known = await queryClient.fetchQuery({ ...preferencesQuery(), staleTime: Infinity }).catch(() => undefined);
  return known && outbox.pending().reduce(overlayPreferences, known);
}
