import { useEffect, useMemo, useState, type ReactNode } from "react";
import { changedFields, type Change } from "../../api/outbox/changes";
import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, Outcome } from "../../api/types";
import { formatDay } from "../../lib/dates";
import type { FoodEvent, FoodState } from "../../lib/domain/food-state";
import { useLanguage } from "../../lib/i18n";
import { idle } from "../../lib/scheduling";
import { useConfirm } from "../../ui/Confirm";
import { useCommon } from "../../ui/strings";
import { showToast, showUndo } from "../../ui/toasts";
import { shareName } from "./shares";
import { useItemsStrings } from "./strings";

export interface ItemActions {
  useUp: (item: GroceryItem) => void;
  throwAway: (item: GroceryItem) => void;
  /** Uses up one of several that the item's quantity counts. */
  usedOne: (item: GroceryItem) => void;
  archive: (item: GroceryItem) => void;
  remove: (item: GroceryItem) => void;
  /** Records that it was opened, frozen, thawed, moved or used in part; the new date is computed. */
  changeState: (item: GroceryItem, event: FoodEvent) => void;
  /** Removes the mark of lines that the reader was unsure of: they were checked and are right. */
  confirm: (items: readonly GroceryItem[]) => void;
  save: (changes: readonly { before: GroceryItem; after: GroceryItem }[]) => void;
  removeAll: (items: readonly GroceryItem[], status: "all" | GroceryItem["status"]) => void;
  /** The same for several, with one undo. */
  several: {
    useUp: (items: readonly GroceryItem[]) => void;
    throwAway: (items: readonly GroceryItem[]) => void;
    archive: (items: readonly GroceryItem[]) => void;
    freeze: (items: readonly GroceryItem[]) => void;
  };
}

/** Needs no error handling here: the app shows refused changes itself. */
const submit = (change: Change) => void outbox.submit(change);
const restore = (item: GroceryItem) => submit({ kind: "item.restore", item });
let bulk = 0;

type Rules = (item: GroceryItem, event: FoodEvent) => FoodState | undefined;

/** The rules with the numbers of how long food keeps, which the list itself does not need. */
async function loadRules(): Promise<Rules> {
  const [{ afterEvent }, { storageGuideOf }] = await Promise.all([
    import("../../lib/domain/food-state"),
    import("../../lib/domain/storage-guide"),
  ]);
  return (item, event) => afterEvent(item, event, storageGuideOf(item), new Date());
}

async function rulesOr(failed: () => void): Promise<Rules | undefined> {
  try {
    return await loadRules();
  } catch (error) {
    console.error("The rules of food states cannot be loaded:", error);
    failed();
    return undefined;
  }
}

/**
 * Returns the actions on items, each with its undo. The functions keep their identity between renders, so that a list
 * of 500 cards renders only the card that changed. `held` maps items that were changed to the date by which they stay
 * sorted meanwhile.
 */
export function useItemActions(): {
  actions: ItemActions;
  held: ReadonlyMap<string, string>;
  release: () => void;
  question: ReactNode;
} {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const { confirm, dialog } = useConfirm();
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(NONE);

  useEffect(() => {
    // They are here before the network may be gone.
    void idle()
      .then(loadRules)
      .catch(() => undefined);
  }, []);

  const actions = useMemo<ItemActions>(() => {
    const hold = (items: readonly GroceryItem[]) =>
      setHeld((before) => new Map([...items.map(({ id, expiresAt }): [string, string] => [id, expiresAt]), ...before]));
    const leave = (item: GroceryItem, outcome: Outcome) => {
      submit({ kind: "item.outcome", itemId: item.id, outcome, item });
      const title = outcome === "used" ? t.usedToast : t.tossedToast;
      showUndo(
        `items.${outcome}`,
        (n) => title(n, item.name),
        common.undo,
        () => restore(item),
      );
    };
    /** Says what became of an item that was archived or deleted. The server takes an outcome of active items only. */
    const becomes = (item: GroceryItem, outcome: Outcome) => {
      restore(item);
      leave(item, outcome);
    };
    /** Returns when the change was made, which names it if it is taken back. */
    const change = (item: GroceryItem, event: FoodEvent, after: FoodState): string => {
      const at = new Date().toISOString();
      const expiresOn = after.expiresAt === item.expiresAt ? (item.expiresOn ?? null) : null;
      hold([item]);
      submit({ kind: "item.state", item: { ...item, ...after, expiresOn }, event: { ...event, at } });
      return at;
    };
    const takeBack = (item: GroceryItem, at: string) =>
      submit({ kind: "item.state", item, event: { event: "undone", at } });
    const recordState = async (item: GroceryItem, event: FoodEvent) => {
      const rules = await rulesOr(() =>
        showToast({ tone: "danger", title: common.loadFailedTitle, text: common.loadFailedText }),
      );
      if (!rules) return;
      const after = rules(item, event);
      if (!after) {
        if (event.event === "frozen") showToast({ tone: "danger", title: t.useByPassed });
        return;
      }
      const freezes = event.event === "frozen" || (event.event === "moved" && event.storage === "freezer");
      if (
        freezes &&
        item.thawedAt &&
        !(await confirm({ title: t.refreezeTitle, text: t.thawedBefore, action: t.refreeze }))
      )
        return;
      const at = change(item, event, after);
      const until = after.expiresAt === item.expiresAt ? undefined : formatDay(language, after.expiresAt, new Date());
      const title = () => {
        if (event.event === "used") return t.leftToast(t.shareLeft[shareName(event.left)], item.name);
        return until === undefined
          ? t.stateToast(event.event, item.name)
          : t.stateToastUntil(event.event, item.name, until);
      };
      showUndo("items.state", title, common.undo, () => takeBack(item, at));
    };
    const freeze = async (items: readonly GroceryItem[]) => {
      const after = await rulesOr(() =>
        showToast({ tone: "danger", title: common.loadFailedTitle, text: common.loadFailedText }),
      );
      if (!after) return;
      // What was thawed before is nothing to freeze in passing.
      const frozen = items.flatMap((item) => {
        const state = item.thawedAt ? undefined : after(item, { event: "frozen" });
        return state ? [{ item, state }] : [];
      });
      const made = frozen.map(({ item, state }) => ({ item, at: change(item, { event: "frozen" }, state) }));
      const not = items.length - frozen.length;
      if (frozen.length === 0) return showToast({ tone: "danger", title: t.notFrozen(not) });
      showUndo(
        `items.several.${++bulk}`,
        () => t.frozenToast(frozen.length),
        common.undo,
        () => made.forEach(({ item, at }) => takeBack(item, at)),
        not > 0 ? () => t.notFrozen(not) : undefined,
      );
    };
    const update = (before: GroceryItem, after: GroceryItem) => {
      const fields = changedFields(before, after);
      if (Object.keys(fields).length > 0) submit({ kind: "item.update", item: after, fields });
    };
    const all = (items: readonly GroceryItem[], what: (item: GroceryItem) => void, title: string) => {
      items.forEach(what);
      showUndo(
        `items.several.${++bulk}`,
        () => title,
        common.undo,
        () => items.forEach(restore),
      );
    };
    const nameOf = (items: readonly GroceryItem[]) => items[0]?.name ?? "";
    const leaveAll = (items: readonly GroceryItem[], outcome: Outcome) => {
      const title = outcome === "used" ? t.usedToast : t.tossedToast;
      all(
        items,
        (item) => submit({ kind: "item.outcome", itemId: item.id, outcome, item }),
        title(items.length, nameOf(items)),
      );
    };

    return {
      useUp: (item) => leave(item, "used"),
      throwAway: (item) => leave(item, "tossed"),
      usedOne: (item) => {
        const left = item.quantity - 1;
        const after = { ...item, quantity: left };
        hold([item]);
        update(item, after);
        // A toast for each tap: every one takes back its own.
        showUndo(
          `items.used-one.${++bulk}`,
          () => t.usedOneToast(left, item.name),
          common.undo,
          () => update(after, item),
        );
      },
      archive: (item) => {
        submit({ kind: "item.archive", item });
        showUndo(
          "items.archive",
          (n) => t.archivedToast(n, item.name),
          common.undo,
          () => restore(item),
          undefined,
          // Archiving by itself counts nowhere; the statistics count these answers.
          [
            { label: t.wasUsed, run: () => becomes(item, "used") },
            { label: t.wasTossed, run: () => becomes(item, "tossed") },
          ],
        );
      },
      remove: (item) => {
        submit({ kind: "item.delete", item });
        showUndo(
          "items.delete",
          (n) => t.deletedToast(n, item.name),
          common.undo,
          () => restore(item),
          undefined,
          // Deleting is for mistakes and counts nowhere; food that went into the bin counts.
          [{ label: t.wasTossed, run: () => becomes(item, "tossed") }],
        );
      },
      changeState: (item, event) => void recordState(item, event),
      confirm: (items) =>
        items.forEach((item) => submit({ kind: "item.update", item: { ...item, confidence: 1 }, fields: {} })),
      save: (changes) => {
        hold(changes.map(({ before }) => before));
        for (const { before, after } of changes) update(before, after);
        showUndo(
          "items.edit",
          () => t.updatedToast(changes.length),
          common.undo,
          () => changes.forEach(({ before, after }) => update(after, before)),
        );
      },
      removeAll: (items, status) => {
        // The server says which it deleted, and of what was on screen only those come back. Until it has answered, all
        // of it does.
        let deleted: ReadonlySet<string> | undefined;
        void outbox
          .submit<{ ids: readonly string[] }>({ kind: "items.deleteByStatus", status, ids: items.map(({ id }) => id) })
          .then(
            ({ ids }) => (deleted = new Set(ids)),
            () => (deleted = new Set()),
          );
        showUndo(
          "items.delete-all",
          () => t.deletedAllToast(items.length),
          common.undo,
          () => {
            for (const item of items) if (deleted?.has(item.id) ?? true) restore(item);
          },
        );
      },
      several: {
        useUp: (items) => leaveAll(items, "used"),
        throwAway: (items) => leaveAll(items, "tossed"),
        archive: (items) =>
          all(items, (item) => submit({ kind: "item.archive", item }), t.archivedToast(items.length, nameOf(items))),
        freeze: (items) => void freeze(items),
      },
    };
  }, [common, t, language, confirm]);
  return { actions, held, release: () => setHeld(NONE), question: dialog };
}

const NONE: ReadonlyMap<string, string> = new Map();
