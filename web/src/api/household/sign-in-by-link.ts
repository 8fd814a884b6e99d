import type { Tokens } from "../../lib/auth/identity";
import { signInWithCustomToken } from "../../lib/auth/custom-token";
import { IdentityRefused, signUp } from "../../lib/auth/identity";
import { ApiError } from "../client";
import { redeemInstallPass } from "./calls";

/** The credentials that a URL can contain for the first sign-in. */
export type LinkMethod = "install" | "setup";

/**
 * Signs in with a URL's credential. An app on a home screen has its own storage, and its URL contains the install pass
 * of its larder (`install-pass.ts`); a set-up link creates the first larder if sign-up is closed. Returns null if
 * it was used or has expired: then the normal sign-in follows.
 */
export async function signInByLink(method: LinkMethod, secret: string): Promise<Tokens | null> {
  const tokens = await (method === "install" ? redeem(secret) : signUpBySecret(secret));
  history.replaceState(history.state, "", location.pathname + location.search);
  return tokens;
}

async function signUpBySecret(secret: string): Promise<Tokens | null> {
  try {
    return await signUp(Date.now, secret);
  } catch (error) {
    if (error instanceof IdentityRefused) return null;
    // A temporary failure: `Auth` retries.
    throw error;
  }
}

async function redeem(pass: string): Promise<Tokens | null> {
  try {
    const { customToken } = await redeemInstallPass(pass);
    return await signInWithCustomToken(customToken, Date.now);
  } catch (error) {
    if (error instanceof ApiError && !error.isTemporary) return null;
    throw error;
  }
}
