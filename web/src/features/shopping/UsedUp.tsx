import { useEffect, useEffectEvent, useState } from "react";
import { ShoppingBasket } from "lucide-react";
import { archivedQuery, itemsQuery, keys, preferencesQuery } from "../../api/queries";
import { outbox } from "../../api/outbox/outbox";
import type { Change } from "../../api/outbox/changes";
import { overlayItems, overlayPreferences, overlayShoppingList } from "../../api/outbox/overlay";
import { queryClient } from "../../api/query-client";
import type { GroceryItem, Preferences, ShoppingListItem } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { useIsOnItems, usePrompt } from "../../lib/prompt-queue";
import { newId } from "../../lib/ids";
import { loadCatalogue, type Catalogue } from "../../lib/products";
import { takeUsedInReminders } from "../../lib/reminder-answers";
import { storage } from "../../lib/storage";
import { Button } from "../../ui/Button";
import styles from "../../ui/PromptCard.module.css";
import { classes } from "../../ui/classes";
import { useBusy } from "../../ui/use-busy";
import { useShoppingStrings } from "./strings";
import { isLastOf, isWanted, rowFor } from "./used-up";

/** Set once this device has asked: an unanswered question is not repeated. */
const ASKED = "larder.used-up-asked";

/** The row that using something up put on the list, while it can be taken back. */
const rows = new Map<string, string>();

/**
 * Puts what is used up on the shopping list where the household wants that, and asks once whether it does. It watches
 * what any screen does with an item, and takes the answers to reminders.
 */
export default function UsedUp() {
  const t = useShoppingStrings();
  const [asking, setAsking] = useState<GroceryItem | null>(null);
  const busy = useBusy();
  const onItems = useIsOnItems();
  const shown = usePrompt("used-up", asking !== null && onItems);

  const onUsed = async (item: GroceryItem) => {
    if (!isLastOf(item, itemsNow())) return;
    const wanted = (await preferencesNow())?.listUsedUp;
    if (wanted) await put(item);
    else if (wanted === undefined && storage.get(ASKED) === null) setAsking(item);
  };
  const onChange = useEffectEvent(async (change: Change) => {
    if (change.kind === "item.restore") return takeBack(change.item.id);
    if (change.kind === "item.outcome" && change.outcome === "used" && change.item) await onUsed(change.item);
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

  if (!shown || !asking) return null;
  const answer = (yes: boolean) => {
    storage.set(ASKED, "1");
    setAsking(null);
    void outbox.submit({ kind: "preferences.update", preferences: { listUsedUp: yes } });
    if (yes) void put(asking);
  };
  return (
    <aside
      hidden={busy}
      className={classes(styles.card, styles.floats)}
      aria-labelledby="used-up-title"
      aria-describedby="used-up-text"
    >
      <ShoppingBasket size={28} strokeWidth={1.75} aria-hidden />
      <div className={classes(styles.words, styles.two)}>
        <h2 id="used-up-title" className={styles.title}>
          {t.askTitle(asking.name)}
        </h2>
        <p id="used-up-text" className={styles.text}>
          {t.askText}
        </p>
      </div>
      <div className={styles.actions}>
        <Button size="small" onClick={() => answer(false)}>
          {t.askNo}
        </Button>
        <Button size="small" variant="primary" onClick={() => answer(true)}>
          {t.askYes}
        </Button>
      </div>
    </aside>
  );
}

async function put(item: GroceryItem): Promise<void> {
  const list = queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList) ?? [];
  if (!isWanted(item, outbox.pending().reduce(overlayShoppingList, list))) return;
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  const row = rowFor(item, catalogue, newId(), auth.state().uid ?? "", new Date());
  rows.set(item.id, row.id);
  void outbox.submit({ kind: "list.add", item: row });
}

function takeBack(itemId: string): void {
  const row = rows.get(itemId);
  rows.delete(itemId);
  if (row !== undefined) void outbox.submit({ kind: "list.remove", id: row });
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

async function preferencesNow(): Promise<Preferences | undefined> {
  const known = await queryClient.fetchQuery({ ...preferencesQuery(), staleTime: Infinity }).catch(() => undefined);
  return known && outbox.pending().reduce(overlayPreferences, known);
}
