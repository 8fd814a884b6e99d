import { IdentityRefused, signUp, type Tokens } from "../../lib/auth/identity";

/**
 * Creates the first larder by the secret of a set-up link, if sign-up is closed. Returns null if it was used or has
 * expired: then the normal sign-in follows.
 */
export async function signUpByLink(secret: string): Promise<Tokens | null> {
  const tokens = await signUp(Date.now, secret).catch((error: unknown) => {
    if (error instanceof IdentityRefused) return null;
    // A temporary failure: `Auth` retries.
    throw error;
  });
  history.replaceState(history.state, "", location.pathname + location.search);
  return tokens;
}
