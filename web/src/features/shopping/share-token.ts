/**
 * Parses the import dialog's input by the rules of specification §5: a share URL gives the part after "/shared/", cut
 * at any "?" or "#"; anything else is a bare token only with 6 to 29 characters and no "/". Null means neither. Throws
 * on a URL that cannot be decoded.
 */
const MARK = "/shared/";
const MIN_TOKEN_LENGTH = 6;
const MAX_BARE_TOKEN_LENGTH = 29;

export function parseShareToken(input: string): string | null {
  const text = input.trim();
  const at = text.indexOf(MARK);
  if (at >= 0) {
    const token = decodeURIComponent(text.slice(at + MARK.length).split(/[?#]/, 1)[0] ?? "");
    return token.length >= MIN_TOKEN_LENGTH ? token : null;
  }
  return text.length >= MIN_TOKEN_LENGTH && text.length <= MAX_BARE_TOKEN_LENGTH && !text.includes("/") ? text : null;
}
