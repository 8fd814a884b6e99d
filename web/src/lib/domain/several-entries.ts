import { language, type Language } from "../language/i18n";
import { isVague, parseEntry, type QuickEntry } from "./quick-entry";

/** Separates the entries of a line: "mince, onions and garlic". A comma before a digit may belong to a number. */
const COMMA = /\s*(?:[;\n]|,(?!\d))\s*/u;
/** Separates the last of several entries. Without a comma it is part of a name ("salt and vinegar"). */
const AND = /\s+(?:and|und|et|&)\s+/iu;
/** The words of other languages, which mean something else elsewhere ("maïs en boîte"). */
const ANDS: Partial<Record<Language, RegExp>> = {
  es: /\s+(?:y|e|&)\s+/iu,
  it: /(?<!vitamina)\s+(?:ed?|&)\s+/iu,
  nl: /\s+(?:en|&)\s+/iu,
  pl: /\s+(?:i|&)\s+/iu,
  pt: /(?<!vitamina)\s+(?:e|&)\s+/iu,
};

/** Parses a line with one entry, or several that are separated by commas and "and". */
export function parseEntries(text: string): readonly QuickEntry[] {
  const parts: string[] = [];
  for (const part of text.split(COMMA).filter((part) => part.trim() !== ""))
    // "Salt, to taste" is one entry.
    if (isVague(part) && parts.length > 0) parts.push(`${parts.pop() ?? ""} ${part}`);
    else parts.push(part);
  if (parts.length < 2) return [parseEntry(parts[0] ?? text)];
  // With the space, "and" may also follow the comma.
  const [head = "", ...tail] = ` ${parts.at(-1) ?? ""}`.split(ANDS[language()] ?? AND);
  return [...parts.slice(0, -1), head, ...(tail.length > 0 ? [tail.join(" ")] : [])]
    .map(parseEntry)
    .filter(({ name }) => name !== "");
}

/** A bullet, number or empty checkbox before an entry. */
const MARK = /^\s*(?:[-*+•–·]\s+|\d{1,2}[.)]\s+)?(?:\[\s?\]\s*|[☐□◯▢]\s*)?/u;
/** A line without an entry: ticked, struck through, a heading or a rule. */
const NO_ENTRY = /^\s*(?:[-*+•–·]\s+)?(?:\[[xX]\]|[☑☒✓✔✅#]|~~)|:\s*$|^[^\p{L}]*$/u;

/** Parses a pasted list with one entry per line. */
export function parseLines(text: string): readonly QuickEntry[] {
  const lines = text.split(/\r?\n/u).filter((line) => !NO_ENTRY.test(line));
  return lines.map((line) => parseEntry(line.replace(MARK, ""))).filter(({ name }) => name !== "");
}
