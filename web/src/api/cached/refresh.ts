import { outbox } from "../outbox/outbox";
import { queryClient } from "./query-client";

/**
 * Asks the server again for everything the present screen shows, and sends what still waits. Resolves with whether all
 * of it was answered.
 */
export async function refreshScreen(): Promise<boolean> {
  outbox.flush();
  await queryClient.refetchQueries({ type: "active" });
  return queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .every((query) => query.state.status !== "error");
}
