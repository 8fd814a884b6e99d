import { ApiError } from "../../api/client";
import type { CopyPreview } from "../../api/household/moves";
import type { Device } from "../../api/types";
import type { Tokens } from "../../lib/auth/identity";

/** The reason why joining failed; the page has a text for each. */
export type JoinFailure = "refused" | "too-fast" | "full" | "last-member" | "unreachable";

/** The state of joining, on the new device. */
export type JoinStep =
  | { phase: "start"; failure?: JoinFailure }
  | { phase: "requesting" }
  | { phase: "digits"; ticket: string; digits: string; expiresAt: string }
  /** The changes that could not be sent to the earlier larder; a count of 0 if that larder could not be read. */
  | { phase: "unsent"; credentials: Credentials; count: number }
  /** Shows whose larder it is, and asks what to take along if this device has data of its own. */
  | { phase: "choose"; credentials: Credentials; preview: CopyPreview; devices: readonly Device[] }
  | { phase: "entering" }
  /** Joining was interrupted, and the credentials are still valid. */
  | { phase: "interrupted"; credentials: Credentials; copy: boolean; failure: JoinFailure }
  | { phase: "joined"; code?: string; isFirst?: boolean };

export interface Credentials {
  readonly tokens: Tokens;
  /** The new recovery code, if the old one was used to join. */
  readonly code?: string;
  /** No other device uses the larder: a set-up link opened it. */
  readonly isFirst?: boolean;
}

/** Returns the reason for a refused or failed request. */
export function failureOf(error: unknown): JoinFailure {
  if (!(error instanceof ApiError)) return "unreachable";
  if (error.code === "too_many_devices") return "full";
  if (error.code === "last_member") return "last-member";
  if (error.status === 429) return "too-fast";
  return error.isTemporary ? "unreachable" : "refused";
}
