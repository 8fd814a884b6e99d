import { BASE, IdentityUnreachable, JSON_HEADERS, expiryOf, post, textField, type Tokens } from "./identity";

/** Exchanges the custom token of a link, a recovery code or an install pass for an account's tokens. */
export async function signInWithCustomToken(token: string, now: () => number): Promise<Tokens> {
  const body = await post(`${BASE}/accounts:signInWithCustomToken`, {
    headers: JSON_HEADERS,
    body: JSON.stringify({ token, returnSecureToken: true }),
  });
  const idToken = textField(body, "idToken");
  const uid = claim(idToken, "sub");
  if (uid === undefined) throw new IdentityUnreachable("The sign-in service's token has no user.");
  return { uid, idToken, refreshToken: textField(body, "refreshToken"), expiresAt: expiryOf(body, "expiresIn", now()) };
}

/**
 * Returns a claim of a token: the user, or this device's id in a larder with several devices. Does not verify the
 * token, which the server does.
 */
export function claim(idToken: string | undefined, name: "sub" | "device"): string | undefined {
  try {
    const payload = JSON.parse(atob((idToken?.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/"))) as Record<
      string,
      unknown
    >;
    return typeof payload[name] === "string" ? payload[name] : undefined;
  } catch {
    return undefined;
  }
}
