import { useCallback, type ReactNode } from "react";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { formatDay } from "../../../lib/dates";
import type { FoodEvent, FoodState } from "../../../lib/domain/food-state";
import { placeOf } from "../../../lib/domain/places";
import { useLanguage } from "../../../lib/i18n";
import { newId } from "../../../lib/ids";
import { useConfirm } from "../../../ui/Confirm";
import { useCommon } from "../../../ui/strings";
import { showToast, showUndo } from "../../../ui/toasts";
import { shareName } from "../shares";
import { useItemsStrings } from "virtual:strings/items";

type Rules = (item: GroceryItem, event: FoodEvent) => FoodState | undefined;

/** The rules with the numbers of how long food keeps, which the list itself does not need. */
export async function loadRules(): Promise<Rules> {
  const [{ afterEvent }, { storageGuideOf }] = await Promise.all([
    import("../../../lib/domain/food-state"),
    import("../../../lib/domain/storage-guide"),
  ]);
  return (item, event) => afterEvent(item, event, storageGuideOf(item), new Date());
}

/** Returns a function that loads the rules, and shows a toast if they cannot be loaded. */
function useRules(): () => Promise<Rules | undefined> {
  const common = useCommon();
  return useCallback(async () => {
    try {
      return await loadRules();
    } catch (error) {
      console.error("The rules of food states cannot be loaded:", error);
      showToast({ tone: "danger", title: common.loadFailedTitle, text: common.loadFailedText });
      return undefined;
    }
  }, [common]);
}

/** Queues a change of state, and returns its time, by which it is undone. */
function change(item: GroceryItem, event: FoodEvent, after: FoodState): string {
  const at = new Date().toISOString();
  const expiresOn = after.expiresAt === item.expiresAt ? (item.expiresOn ?? null) : null;
  void outbox.submit({ kind: "item.state", item: { ...item, ...after, expiresOn }, event: { ...event, at } });
  return at;
}

const takeBack = (item: GroceryItem, at: string) =>
  void outbox.submit({ kind: "item.state", item, event: { event: "undone", at } });

/**
 * Records that an item was opened, frozen, thawed, moved or used in part; its new date is computed. `question` asks
 * before something is frozen again. Calls `onChange` just before the item changes.
 */
export function useChangeState(onChange: (items: readonly GroceryItem[]) => void): {
  changeState: (item: GroceryItem, event: FoodEvent) => Promise<void>;
  question: ReactNode;
} {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const { confirm, dialog } = useConfirm();
  const rulesOrToast = useRules();
  const changeState = useCallback(
    async (item: GroceryItem, event: FoodEvent) => {
      const rules = await rulesOrToast();
      if (!rules) return;
      const after = rules(item, event);
      if (!after) {
        if (event.event === "frozen") showToast({ tone: "danger", title: t.useByPassed });
        return;
      }
      const freezes = after.storage === "freezer" && placeOf(item) !== "freezer";
      if (
        freezes &&
        item.thawedAt &&
        !(await confirm({ title: t.refreezeTitle, text: t.thawedBefore, action: t.refreeze }))
      )
        return;
      onChange([item]);
      const at = change(item, event, after);
      const until = after.expiresAt === item.expiresAt ? undefined : formatDay(language, after.expiresAt, new Date());
      const title = () => {
        if (event.event === "used") return t.leftToast(t.shareLeft[shareName(event.left)], item.name);
        return until === undefined
          ? t.stateToast(event.event, item.name)
          : t.stateToastUntil(event.event, item.name, until);
      };
      showUndo("items.state", title, common.undo, () => takeBack(item, at));
    },
    [common, t, language, confirm, rulesOrToast, onChange],
  );
  return { changeState, question: dialog };
}

/** Freezes several items, with one undo for all of them. Calls `onChange` just before they change. */
export function useFreezeItems(
  onChange: (items: readonly GroceryItem[]) => void,
): (items: readonly GroceryItem[]) => Promise<void> {
  const common = useCommon();
  const t = useItemsStrings();
  const rulesOrToast = useRules();
  return useCallback(
    async (items) => {
      const rules = await rulesOrToast();
      if (!rules) return;
      // An item that was thawed before is frozen again only by itself, after a question.
      const frozen = items.flatMap((item) => {
        const state = item.thawedAt ? undefined : rules(item, { event: "frozen" });
        return state ? [{ item, state }] : [];
      });
      onChange(frozen.map(({ item }) => item));
      const made = frozen.map(({ item, state }) => ({ item, at: change(item, { event: "frozen" }, state) }));
      const not = items.length - frozen.length;
      if (frozen.length === 0) return showToast({ tone: "danger", title: t.notFrozen(not) });
      showUndo(
        `items.several.${newId()}`,
        () => t.frozenToast(frozen.length),
        common.undo,
        () => made.forEach(({ item, at }) => takeBack(item, at)),
        not > 0 ? () => t.notFrozen(not) : undefined,
      );
    },
    [common, t, rulesOrToast, onChange],
  );
}
