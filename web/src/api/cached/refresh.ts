import { auth } from "../../lib/auth/auth";
import { outbox } from "../outbox/outbox";
import { queryClient } from "./query-client";

/** Refetches the queries of the current screen and sends waiting changes. Resolves with true if no refetch failed. */
export async function refreshScreen(): Promise<boolean> {
  await auth.retry();
  outbox.flush();
  await queryClient.refetchQueries({ type: "active" });
  return queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .every((query) => query.state.status !== "error");
}
