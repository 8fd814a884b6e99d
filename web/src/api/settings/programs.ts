import { newId } from "../../lib/state/ids";
import { request } from "../client";
import type { ProgramScope, ProgramToken, ProgramTokenMade } from "../types";

/** The tokens that let other programs in, the oldest first. */
export function programTokens(): Promise<ProgramToken[]> {
  return request("/api/tokens");
}

/** The answer is the only one that ever holds the token. `id` is one intent: a second try makes no second token. */
export function makeProgramToken(id: string, name: string, scopes: readonly ProgramScope[]): Promise<ProgramTokenMade> {
  return request("/api/tokens", { method: "POST", body: { name, scopes }, idempotencyKey: id });
}

export async function endProgramToken(id: string): Promise<void> {
  await request(`/api/tokens/${encodeURIComponent(id)}`, { method: "DELETE", idempotencyKey: newId() });
}
