import { outbox } from "../../api/outbox/outbox";
import type { Schemas } from "../../api/types";
import { useCommon } from "../text/strings";
import { showToast } from "../toasts";
import { useRepeatStrings } from "virtual:strings/repeat";

/** The actions on all items of a receipt. */
export type SessionAction = "readd" | "toList";

/** What either action has added. */
type SessionResponse = Partial<Pick<Schemas["ListedLines"], "added"> & Pick<Schemas["ReAddResult"], "items">>;

/** Adds the items of a receipt again, or puts them on the shopping list, with Undo. The app announces refusals. */
export function useRepeatSession(): (sessionId: string, action: SessionAction, count: number) => Promise<void> {
  const common = useCommon();
  const t = useRepeatStrings();
  return async (sessionId, action, count) => {
    const isReadd = action === "readd";
    const change = { kind: isReadd ? ("session.readd" as const) : ("session.toShoppingList" as const), sessionId };
    const response = await outbox.submit<SessionResponse | null>(change).catch(() => undefined);
    if (response === undefined) return;
    const { added = [], items = [] } = response ?? {};
    // Without an answer an earlier attempt has carried it out.
    const n = response ? added.length + items.length : count;
    const text = (isReadd ? t.readdedText : t.listedText)(n);
    if (n === 0) return void showToast({ title: text });
    const undo = () => {
      for (const id of added) void outbox.submit({ kind: "list.remove", id });
      for (const item of items) void outbox.submit({ kind: "item.delete", item });
    };
    showToast({
      tone: "success",
      title: isReadd ? t.readded : t.listed,
      text,
      ...(added.length + items.length > 0 && { action: { label: common.undo, run: undo } }),
    });
  };
}
