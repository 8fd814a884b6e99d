import { newId } from "../../lib/state/ids";
import { request } from "../client";
import type { ProgramScope, ProgramToken, ProgramTokenMade } from "../types";

export const programTokensKey = ["program-tokens"] as const;

/** Returns the tokens of programs, the oldest first. */
export function programTokens(): Promise<ProgramToken[]> {
  return request("/api/tokens");
}

/**
 * Creates a token, which only this response contains. `id` is the idempotency key, so that a retry creates no second
 * one.
 */
export function createProgramToken(
  id: string,
  name: string,
  scopes: readonly ProgramScope[],
): Promise<ProgramTokenMade> {
  return request("/api/tokens", { method: "POST", body: { name, scopes }, idempotencyKey: id });
}

export async function deleteProgramToken(id: string): Promise<void> {
  await request(`/api/tokens/${encodeURIComponent(id)}`, { method: "DELETE", idempotencyKey: newId() });
}
