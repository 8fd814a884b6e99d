import { outbox } from "../../api/outbox/outbox";
import type { Schemas } from "../../api/types";
import { useLanguage } from "../../lib/language/i18n";
import { useCommon } from "../text/strings";
import { showToast } from "../toasts";
import { useRepeatStrings } from "virtual:strings/repeat";

/** The actions on all items of a receipt. */
export type SessionAction = "readd" | "toList";

/** The response of either action. */
type SessionResponse = Partial<Schemas["ListedLines"] & Schemas["ReAddResult"]>;

/** Adds the items of a receipt again, or puts them on the shopping list, with Undo. The app announces refusals. */
export function useRepeatSession(): (sessionId: string, action: SessionAction, count: number) => Promise<void> {
  const common = useCommon();
  const t = useRepeatStrings();
  const language = useLanguage();
  return async (sessionId, action, count) => {
    const isReadd = action === "readd";
    const change = { kind: isReadd ? ("session.readd" as const) : ("session.toShoppingList" as const), sessionId };
    const response = await outbox.submit<SessionResponse | null>(change).catch(() => undefined);
    if (response === undefined) return;
    const { added = [], items = [], message } = response ?? {};
    const undo = () => {
      for (const id of added) void outbox.submit({ kind: "list.remove", id });
      for (const item of items) void outbox.submit({ kind: "item.delete", item });
    };
    showToast({
      tone: "success",
      title: isReadd ? t.readded : t.listed,
      // The server's message has the exact count, but is in English.
      text: language === "en" && message ? message : (isReadd ? t.readdedText : t.listedText)(count),
      ...(added.length + items.length > 0 && { action: { label: common.undo, run: undo } }),
    });
  };
}
