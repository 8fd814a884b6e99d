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

/** Returns the first character that no code has, and its place in the text; undefined if there is none. */
export function wrongCharacter(typed: string): { at: number; character: string } | undefined {
  const found = /[^0-9A-TV-Z\s\p{Pd}]/iu.exec(typed);
  return found ? { at: found.index, character: found[0] } : undefined;
}

/** The number of a code's characters in what was typed. */
export function codeLength(typed: string): number {
  return typed.replace(/[\s\p{Pd}]/gu, "").length;
}

export const LINK_CODE = 8;
export const RECOVERY_CODE = 25;

/** ABCD-EFGH */
export function showCode(code: string, group = 4): string {
  return code.match(new RegExp(`.{1,${group}}`, "g"))?.join("-") ?? code;
}

/** The secret of a link to this site, from a QR code or an address: `<site>/link#<secret>`. */
export function secretOf(address: string, origin: string): string | null {
  const [where, secret = ""] = address.split("#");
  return where === `${origin}/link` && /^[0-9A-Za-z]{43}$/.test(secret) ? secret : null;
}
