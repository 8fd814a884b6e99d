import { language, type Language } from "../language/i18n";
import { parseEntry, type QuickEntry } from "./quick-entry";

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
/** A small number after a word: "Bread 2". */
const COUNT_AFTER = /^(.*\p{L}{3})\s+(\d{1,2})$/su;
/** Matches words whose number belongs to the name ("Omega 3", "Type 55"). */
const NUMBERED =
  /(?:omega|vitamin[ae]?|witamina|typ|tip[eo]|type|no|nr|n[uú]m[eé]ro|n[uú]mero|numer|nummer|number|size|grö(?:ß|ss)e|taille|talla|taglia|maat|rozmiar|tamanho|level|stufe)$/iu;
const MAX_COUNT = 20;

/** Parses one entry, also with a number after the name. */
export function parseOne(text: string): QuickEntry {
  const entry = parseEntry(text);
  if (entry.quantity !== undefined) return entry;
  const [, name = "", count = ""] = COUNT_AFTER.exec(entry.name) ?? [];
  const quantity = Number(count);
  return quantity > 0 && quantity <= MAX_COUNT && !NUMBERED.test(name) ? { name, quantity } : entry;
}

/** Parses a line with one entry, or several that are separated by commas and "and". */
export function parseEntries(text: string): readonly QuickEntry[] {
  const parts = text.split(COMMA).filter((part) => part.trim() !== "");
  if (parts.length < 2) return [parseOne(parts[0] ?? text)];
  // With the space, "and" may also follow the comma.
  const [head = "", ...tail] = ` ${parts.at(-1) ?? ""}`.split(ANDS[language()] ?? AND);
  return [...parts.slice(0, -1), head, ...(tail.length > 0 ? [tail.join(" ")] : [])]
    .map(parseOne)
    .filter(({ name }) => name !== "");
}

/** A bullet, number or empty checkbox before an entry. */
const MARK = /^\s*(?:[-*+•–·]\s+|\d{1,2}[.)]\s+)?(?:\[\s?\]\s*|[☐□◯▢]\s*)?/u;
/** A line without an entry: ticked, struck through, a heading or a rule. */
const NO_ENTRY = /^\s*(?:[-*+•–·]\s+)?(?:\[[xX]\]|[☑☒✓✔✅#]|~~)|:\s*$|^[^\p{L}]*$/u;

/** Parses a pasted list with one entry per line. */
export function parseLines(text: string): readonly QuickEntry[] {
  const lines = text.split(/\r?\n/u).filter((line) => !NO_ENTRY.test(line));
  return lines.map((line) => parseOne(line.replace(MARK, ""))).filter(({ name }) => name !== "");
}
