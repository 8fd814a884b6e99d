/** The characters of the codes that users type, without spaces and dashes. */
export const LINK_CODE_LENGTH = 8;
export const RECOVERY_CODE_LENGTH = 25;
/** The secret in the address of a link: 256 bits in base 62. */
const SECRET = /^[0-9A-Za-z]{43}$/;

/**
 * Normalises a typed code as Crockford's base 32 does: o is 0, i and l are 1; ignores case, spaces and dashes. Null for
 * another length.
 */
export function normalizeCode(typed: string, length: number): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return code.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : null;
}

/** Returns the first character that is not allowed in a code, and its index in the text; undefined if there is none. */
export function wrongCharacter(typed: string): { index: number; character: string } | undefined {
  const found = /[^0-9A-TV-Z\s\p{Pd}]/iu.exec(typed);
  return found ? { index: found.index, character: found[0] } : undefined;
}

/** Returns the number of characters of a typed code, without spaces and dashes. */
export function codeLength(typed: string): number {
  return typed.replace(/[\s\p{Pd}]/gu, "").length;
}

/** Formats a code in groups: "ABCD-EFGH". */
export function formatCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

/** Returns the secret of a link to this site, `<site>/link#<secret>`; null for other addresses. */
export function secretOf(address: string, origin: string): string | null {
  const [page, secret = ""] = address.split("#");
  return page === `${origin}/link` && SECRET.test(secret) ? secret : null;
}
