import type { Tokens } from "../../lib/auth/identity";
import { signInWithCustomToken } from "../../lib/auth/custom-token";
import { IdentityRefused, signUp } from "../../lib/auth/identity";
import { ApiError } from "../client";
import { redeemInstallPass } from "./calls";

/** What an address can bring along for the first sign-in. */
export type Way = "install" | "setup";

/**
 * An app that was just put on a home screen has a storage of its own there, and finds in its address the pass that says
 * whose larder it is (`install-pass.ts`). A set-up link lets the first person in where nobody signs up without one.
 * Null when either is spent or too old: what comes then comes to everybody.
 */
export async function arrive(way: Way, secret: string): Promise<Tokens | null> {
  const tokens = await (way === "install" ? redeem(secret) : begin(secret));
  history.replaceState(history.state, "", location.pathname + location.search);
  return tokens;
}

async function begin(secret: string): Promise<Tokens | null> {
  try {
    return await signUp(Date.now, secret);
  } catch (error) {
    // Whatever else it is may pass; the sign-in comes back to it.
    if (error instanceof IdentityRefused) return null;
    throw error;
  }
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
