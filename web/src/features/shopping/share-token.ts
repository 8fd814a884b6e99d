/**
 * What somebody pasted into the import dialog, by the rules of specification §5: a share address gives the part after "/shared/", cut at any "?" or "#"; anything else counts
 * as a bare token only with 6 to 29 characters and no "/". Null means neither. Throws on an address that cannot be decoded.
 */
const MARK = "/shared/";
const SHORTEST = 6;
const LONGEST_BARE = 29;

export function parseShareToken(input: string): string | null {
  const text = input.trim();
  const at = text.indexOf(MARK);
  if (at >= 0) {
    const token = decodeURIComponent(text.slice(at + MARK.length).split(/[?#]/, 1)[0] ?? "");
    return token.length >= SHORTEST ? token : null;
  }
  return text.length >= SHORTEST && text.length <= LONGEST_BARE && !text.includes("/") ? text : null;
}
