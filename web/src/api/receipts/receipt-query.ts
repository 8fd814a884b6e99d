import { queryOptions } from "@tanstack/react-query";
import { request } from "../client";
import { keys } from "../queries";
import type { Receipt } from "../types";

/** What a receipt says beside its items. Not among the other queries, since few visits ask it. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.sessions, id, "receipt"],
    queryFn: ({ signal }) => request<Receipt>(`/api/scan-sessions/${encodeURIComponent(id)}/receipt`, { signal }),
  });
