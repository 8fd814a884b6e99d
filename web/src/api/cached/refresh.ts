import { outbox } from "../outbox/outbox";
import { queryClient } from "./query-client";

/**
 * Refetches everything that the present screen shows, and sends waiting changes. Resolves with true if all of it was
 * answered.
 */
export async function refreshScreen(): Promise<boolean> {
  outbox.flush();
  await queryClient.refetchQueries({ type: "active" });
  return queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .every((query) => query.state.status !== "error");
}
