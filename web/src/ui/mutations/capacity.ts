import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import { outbox } from "../../api/outbox/outbox";
import { overlayItems } from "../../api/outbox/overlay";
import type { GroceryItem } from "../../api/types";
import { showToast } from "../toasts";
import { roomStrings } from "virtual:strings/room";

/** The server's limit of active items. */
const MAX_ACTIVE = 1_000;

/** Returns true if `more` further items can be active; otherwise shows a message. */
export function checkCapacity(more: number): boolean {
  const t = roomStrings();
  const active = outbox
    .pending()
    .reduce(overlayItems, queryClient.getQueryData<readonly GroceryItem[]>(keys.items) ?? []);
  const capacity = MAX_ACTIVE - active.length;
  if (more <= capacity) return true;
  showToast({ tone: "danger", title: t.noRoom(more), text: t.noRoomText(Math.max(0, capacity)) });
  return false;
}
