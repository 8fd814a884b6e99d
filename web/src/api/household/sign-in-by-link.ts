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
 * either is spent or expired: then the normal sign-in follows.
 */
export async function signInByLink(way: LinkMethod, secret: string): Promise<Tokens | null> {
  const tokens = await (way === "install" ? redeem(secret) : begin(secret));
  history.replaceState(history.state, "", location.pathname + location.search);
  return tokens;
}

async function begin(secret: string): Promise<Tokens | null> {
  try {
    return await signUp(Date.now, secret);
  } catch (error) {
    // A temporary failure: the sign-in is tried again.
    if (error instanceof IdentityRefused) return null;
    throw error;
  }
}

async function redeem(pass: string): Promise<Tokens | null> {
  try {
    const { customToken } = await redeemInstallPass(pass);
    return await signInWithCustomToken(customToken, Date.now);
  } catch (error) {
    // A temporary failure: the sign-in is tried again.
    if (error instanceof ApiError && !error.isTemporary) return null;
    throw error;
  }
}
