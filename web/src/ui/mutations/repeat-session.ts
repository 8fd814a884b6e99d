import { outbox } from "../../api/outbox/outbox";
import type { Schemas } from "../../api/types";
import { useLanguage } from "../../lib/language/i18n";
import { useCommon } from "../strings";
import { showToast } from "../toasts";
import { useRepeatStrings } from "virtual:strings/repeat";

/** The actions that can be repeated for a whole receipt. */
export type SessionAction = "readd" | "toList";

/** The server's answer to either. */
type Answer = Partial<Schemas["ListedLines"] & Schemas["ReAddResult"]>;

/** Adds the items of a receipt again, or puts them on the shopping list, with Undo. The app announces refusals. */
export function useRepeatSession(): (sessionId: string, action: SessionAction, count: number) => Promise<void> {
  const common = useCommon();
  const t = useRepeatStrings();
  const language = useLanguage();
  return async (sessionId, action, count) => {
    const isReadd = action === "readd";
    const change = { kind: isReadd ? ("session.readd" as const) : ("session.toShoppingList" as const), sessionId };
    const answer = await outbox.submit<Answer | null>(change).catch(() => undefined);
    if (answer === undefined) return;
    const { added = [], items = [], message } = answer ?? {};
    const undo = () => {
      for (const id of added) void outbox.submit({ kind: "list.remove", id });
      for (const item of items) void outbox.submit({ kind: "item.delete", item });
    };
    showToast({
      tone: "success",
      title: isReadd ? t.readded : t.listed,
      // The server's sentence has the real count, but is in English only.
      text: language === "en" && message ? message : (isReadd ? t.readdedText : t.listedText)(count),
      ...(added.length + items.length > 0 && { action: { label: common.undo, run: undo } }),
    });
  };
}
