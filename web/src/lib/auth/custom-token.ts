import { BASE, IdentityUnreachable, JSON_HEADERS, call, expiry, text, type Tokens } from "./identity";

/** Trades what a link, a recovery code or an install pass gave for tokens. */
export async function signInWithCustomToken(token: string, now: () => number): Promise<Tokens> {
  const body = await call(`${BASE}/accounts:signInWithCustomToken`, {
    headers: JSON_HEADERS,
    body: JSON.stringify({ token, returnSecureToken: true }),
  });
  const idToken = text(body, "idToken");
  const uid = claim(idToken, "sub");
  if (uid === undefined) throw new IdentityUnreachable("The sign-in service's token names nobody.");
  return { uid, idToken, refreshToken: text(body, "refreshToken"), expiresAt: expiry(body, "expiresIn", now()) };
}

/**
 * One text of what a token says: whose it is, and (in a larder of several devices) this device's id. It is read, not
 * verified: the server does that.
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
