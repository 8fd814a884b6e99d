import { parseEntry, type QuickEntry } from "./quick-entry";

/** A list in one line: "mince, onions and garlic". A comma before a digit may belong to a number. */
const COMMA = /\s*(?:[;\n]|,(?!\d))\s*/u;
/** The last of several; alone it is part of a name ("salt and vinegar"). */
const AND = /\s+(?:and|und|et|&)\s+/iu;
/** "Bread 2": a small number after a word. */
const COUNT_BEHIND = /^(.*\p{L}{3})\s+(\d{1,2})$/su;
/** Words whose number belongs to the name ("Omega 3", "Type 55"). */
const NUMBERED = /(?:omega|vitamine?|typ[e]?|no|nr|num[ée]ro|nummer|number|size|grö(?:ß|ss)e|taille|level|stufe)$/iu;
const MAX_COUNT = 20;

/** Parses one entry, also with a number after the name. */
export function parseOne(text: string): QuickEntry {
  const entry = parseEntry(text);
  if (entry.quantity !== undefined) return entry;
  const [, name = "", count = ""] = COUNT_BEHIND.exec(entry.name) ?? [];
  const quantity = Number(count);
  return quantity > 0 && quantity <= MAX_COUNT && !NUMBERED.test(name) ? { name, quantity } : entry;
}

/** Returns the entries of a line: one, or several that commas separate, the last one perhaps by "and". */
export function parseEntries(text: string): readonly QuickEntry[] {
  const parts = text.split(COMMA).filter((part) => part.trim() !== "");
  if (parts.length < 2) return [parseOne(parts[0] ?? text)];
  const last = parts.at(-1)?.replace(/^(?:and|und|et|&)\s+/iu, "") ?? "";
  const [head = "", ...tail] = last.split(AND);
  return [...parts.slice(0, -1), head, ...(tail.length > 0 ? [tail.join(" ")] : [])]
    .map(parseOne)
    .filter(({ name }) => name !== "");
}

/** Marks before a line of a list. */
const MARK = /^\s*(?:[-*+•–·]\s+|\d{1,2}[.)]\s+)?(?:\[\s?\]\s*|[☐□◯▢]\s*)?/u;
/** A ticked or struck line, a heading or a rule. */
const NO_ENTRY = /^\s*(?:[-*+•–·]\s+)?(?:\[[xX]\]|[☑☒✓✔✅#]|~~)|:\s*$|^[^\p{L}]*$/u;

/** Returns the entries of a pasted list: one a line. */
export function parseLines(text: string): readonly QuickEntry[] {
  const lines = text.split(/\r?\n/u).filter((line) => !NO_ENTRY.test(line));
  return lines.map((line) => parseOne(line.replace(MARK, ""))).filter(({ name }) => name !== "");
}
