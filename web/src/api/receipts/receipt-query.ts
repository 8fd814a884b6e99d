import { queryOptions } from "@tanstack/react-query";
import { request } from "../client";
import { keys } from "../cached/queries";
import type { Receipt } from "../types";

/** Queries a receipt's data except its items. In a separate module, because it is rarely used. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.sessions, id, "receipt"],
    queryFn: ({ signal }) => request<Receipt>(`/api/scan-sessions/${encodeURIComponent(id)}/receipt`, { signal }),
  });
