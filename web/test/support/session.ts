/** Stores a session with a valid token. */
export const signIn = (uid = "u", more: object = {}) =>
  localStorage.setItem(
    "larder.session",
    JSON.stringify({ uid, idToken: "t", refreshToken: "r", expiresAt: Date.now() + 90 * 86_400_000, ...more }),
  );
