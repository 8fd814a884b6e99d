import { outbox } from "../../api/outbox/outbox";
import type { Message } from "../../api/types";

/** What can be done again with a whole receipt. */
export type SessionAction = "readd" | "toList";

function repeatSession(sessionId: string, action: SessionAction): Promise<Message | null> {
  return outbox.submit(
    action === "readd" ? { kind: "session.readd", sessionId } : { kind: "session.toShoppingList", sessionId },
  );
}

/** Adds the items of a receipt once more, or puts them on the shopping list. Rejects if the server refuses. */
export const useRepeatSession = (): typeof repeatSession => repeatSession;
