/**
 * Normalises a typed code as Crockford's base 32 does: o is 0, i and l are 1; ignores case, spaces and dashes. Null for
 * another length.
 */
export function readCode(typed: string, length: number): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return code.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : null;
}

export const LINK_CODE = 8;
export const RECOVERY_CODE = 25;

/** ABCD-EFGH */
export function showCode(code: string, group = 4): string {
  return code.match(new RegExp(`.{1,${group}}`, "g"))?.join("-") ?? code;
}

/** The secret of a link to this site, from a square code or an address: `<site>/link#<secret>`. */
export function secretOf(address: string, origin: string): string | null {
  const [where, secret = ""] = address.split("#");
  return where === `${origin}/link` && /^[0-9A-Za-z]{43}$/.test(secret) ? secret : null;
}
