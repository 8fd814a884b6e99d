import { useEffect, useEffectEvent, useState } from "react";
import type { Change } from "../../../api/outbox/changes";
import { outbox } from "../../../api/outbox/outbox";
import { overlayItems, overlayPreferences, overlayShoppingList } from "../../../api/outbox/overlay";
import { fetchOrCached } from "../../../api/cached/fetch-or-cached";
import { archivedQuery, itemsQuery, keys, preferencesQuery } from "../../../api/cached/queries";
import { queryClient } from "../../../api/cached/query-client";
import { saveSettings } from "../../../api/settings/save-settings";
import type { GroceryItem, Preferences, ShoppingListItem } from "../../../api/types";
import { takeUsedInReminders } from "../../../lib/domain/reminder-answers";
import { storage } from "../../../lib/browser/storage";
import { listUsedUpItem, unlistUsedUpItem } from "../mutations/list-used-up";
import { isLastOf, isMissing } from "./used-up-row";

/** The storage key that is set when the user has answered on this device. */
const ANSWERED = "larder.used-up-asked";

/**
 * Adds used-up items to the shopping list if the household wants that. Observes the outbox and the answers to
 * reminders. While the household has not decided, returns a used-up item as `askedItem`, to ask the user.
 */
export function useListUsedUp(): { askedItem: GroceryItem | null; answer: (yes: boolean) => void } {
  const [askedItem, setAskedItem] = useState<GroceryItem | null>(null);

  const listIfMissing = async (item: GroceryItem) => {
    if (isMissing(item, currentList())) await listUsedUpItem(item);
  };
  const onUsed = async (item: GroceryItem) => {
    if (!isLastOf(item, currentItems())) return;
    const isUnasked = storage.get(ANSWERED) === null;
    // The cached preferences may be older than the answer that was given on this device.
    const isWanted =
      (await currentPreferences(Infinity))?.listUsedUp ??
      (isUnasked ? undefined : (await currentPreferences(0))?.listUsedUp);
    if (isWanted) await listIfMissing(item);
    else if (isWanted === undefined && isUnasked) setAskedItem(item);
  };
  const onChange = useEffectEvent(async (change: Change) => {
    if (change.kind === "item.restore") {
      setAskedItem((asked) => (asked?.id === change.item.id ? null : asked));
      return unlistUsedUpItem(change.item.id);
    }
    // An outcome of an archived item is a late record, so the item is not missing now.
    if (change.kind === "item.outcome" && change.outcome === "used" && change.item?.itemStatus === "active")
      await onUsed(change.item);
  });
  useEffect(() => {
    const seen = new Set(outbox.pending().map(({ key }) => key));
    return outbox.subscribe(() => {
      for (const { key, change } of outbox.pending()) {
        if (seen.has(key)) continue;
        seen.add(key);
        // All tabs are notified; only the focused one acts.
        if (document.hasFocus()) void onChange(change);
      }
    });
  }, []);

  const onAnswers = useEffectEvent(async () => {
    for (const id of await takeUsedInReminders()) {
      const item = await findItem(id);
      if (item) await onUsed(item);
    }
  });
  useEffect(() => {
    const readAnswers = () =>
      void onAnswers().catch((error: unknown) => console.warn("Reading a reminder's answer failed:", error));
    const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("larder.outbox");
    channel?.addEventListener("message", ({ data }: MessageEvent<{ type?: string }>) => {
      if (data.type === "wake") readAnswers();
    });
    // Reads answers that were given while no page was open.
    readAnswers();
    return () => channel?.close();
  }, []);

  const answer = (yes: boolean) => {
    storage.set(ANSWERED, "1");
    setAskedItem(null);
    saveSettings({ listUsedUp: yes });
    if (yes && askedItem) void listIfMissing(askedItem);
  };
  return { askedItem, answer };
}

/** Finds an item that was used up in a reminder. The server may have archived it already, or not yet. */
async function findItem(id: string): Promise<GroceryItem | undefined> {
  const find = (items: readonly GroceryItem[] | undefined) => items?.find((item) => item.id === id);
  // In this order, because an item may be archived between two requests, but does not come back.
  return (
    find(await fetchOrCached(itemsQuery(), Infinity)) ??
    find(await fetchOrCached(itemsQuery(), 0)) ??
    find(await fetchOrCached(archivedQuery(), 0))
  );
}

function currentItems(): readonly GroceryItem[] {
  return outbox.pending().reduce(overlayItems, queryClient.getQueryData<readonly GroceryItem[]>(keys.items) ?? []);
}

function currentList(): readonly ShoppingListItem[] {
  const list = queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList) ?? [];
  return outbox.pending().reduce(overlayShoppingList, list);
}

async function currentPreferences(staleTime: number): Promise<Preferences | undefined> {
  const preferences = await fetchOrCached(preferencesQuery(), staleTime);
  return preferences && outbox.pending().reduce(overlayPreferences, preferences);
}
