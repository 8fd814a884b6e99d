import { useCallback, type ReactNode } from "react";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { formatDay } from "../../../lib/time/dates";
import { afterEvent, type FoodEvent } from "../../../lib/domain/food-state";
import { placeOf } from "../../../lib/domain/places";
import { useLanguage } from "../../../lib/language/i18n";
import { newId } from "../../../lib/state/ids";
import { useConfirm } from "../../../ui/Confirm";
import { useCommon } from "../../../ui/strings";
import { showToast, showUndo } from "../../../ui/toasts";
import { shareName } from "../shares";
import { useItemsStrings } from "virtual:strings/items";

/** Queues a change of state, and returns its time, by which it is undone. */
function change(after: GroceryItem, event: FoodEvent): string {
  const at = new Date().toISOString();
  void outbox.submit({ kind: "item.state", item: after, event: { ...event, at } });
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
  const changeState = useCallback(
    async (item: GroceryItem, event: FoodEvent) => {
      const after = afterEvent(item, event, new Date());
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
      const at = change(after, event);
      const until = after.expiresAt === item.expiresAt ? undefined : formatDay(language, after.expiresAt, new Date());
      const title = () => {
        if (event.event === "used") return t.leftToast(t.shareLeft[shareName(event.left)], item.name);
        return until === undefined
          ? t.stateToast(event.event, item.name)
          : t.stateToastUntil(event.event, item.name, until);
      };
      showUndo("items.state", title, common.undo, () => takeBack(item, at));
    },
    [common, t, language, confirm, onChange],
  );
  return { changeState, question: dialog };
}

/** Freezes several items, with one undo for all of them. Calls `onChange` just before they change. */
export function useFreezeItems(
  onChange: (items: readonly GroceryItem[]) => void,
): (items: readonly GroceryItem[]) => void {
  const common = useCommon();
  const t = useItemsStrings();
  return useCallback(
    (items) => {
      // An item that was thawed before is frozen again one at a time, after a question.
      const frozen = items.flatMap((item) => {
        const after = item.thawedAt ? undefined : afterEvent(item, { event: "frozen" }, new Date());
        return after ? [{ item, after }] : [];
      });
      onChange(frozen.map(({ item }) => item));
      const made = frozen.map(({ item, after }) => ({ item, at: change(after, { event: "frozen" }) }));
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
    [common, t, onChange],
  );
}
