const PATH = "/shared/";
const MIN_TOKEN_LENGTH = 6;
const MAX_BARE_TOKEN_LENGTH = 29;

/**
 * Parses the import dialog's input by specification §5: from a share URL the part after "/shared/" up to "?" or "#",
 * otherwise a bare token of 6 to 29 characters without "/". Returns null for other input. Throws on a URL that cannot
 * be decoded.
 */
export function parseShareToken(input: string): string | null {
  const text = input.trim();
  const index = text.indexOf(PATH);
  if (index >= 0) {
    const token = decodeURIComponent(text.slice(index + PATH.length).split(/[?#]/, 1)[0] ?? "");
    return token.length >= MIN_TOKEN_LENGTH ? token : null;
  }
  return text.length >= MIN_TOKEN_LENGTH && text.length <= MAX_BARE_TOKEN_LENGTH && !text.includes("/") ? text : null;
}
