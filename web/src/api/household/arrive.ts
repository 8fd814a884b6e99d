import type { Tokens } from "../../lib/auth/identity";
import { signInWithCustomToken } from "../../lib/auth/custom-token";
import { ApiError } from "../client";
import { redeemInstallPass } from "./calls";

/**
 * An app that was just put on a home screen has a storage of its own there, and finds in its address the pass that says whose larder it is (`install-pass.ts`).
 * Null when the pass is spent or too old: the app then begins with a larder of its own, like any other.
 */
export async function arriveByInstallPass(pass: string): Promise<Tokens | null> {
  const tokens = await redeem(pass);
  history.replaceState(history.state, "", location.pathname + location.search);
  return tokens;
}

async function redeem(pass: string): Promise<Tokens | null> {
  try {
    const { customToken } = await redeemInstallPass(pass);
    return await signInWithCustomToken(customToken, Date.now);
  } catch (error) {
    // Whatever else it is may pass; the sign-in comes back to it.
    if (error instanceof ApiError && !error.isTemporary) return null;
    throw error;
  }
}
