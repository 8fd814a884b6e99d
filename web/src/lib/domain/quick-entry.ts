import * as table from "../../../../shared/data/units.json";
import { FRACTIONS, parseNumber } from "../language/numbers";

/**
 * A name with an amount, which is before it ("500 g flour", "3 EL Öl", "half a lemon") or behind it ("flour 500 g",
 * "milk x2", "Bread 2"). The grammar is that of the server's `domain::amount`, with the same table and test cases.
 */
export interface QuickEntry {
  readonly name: string;
  readonly quantity?: number;
  readonly unit?: string;
  /** What the amount does not express: "2-3", "14 oz", "to taste". */
  readonly note?: string;
}

interface Count {
  readonly value: number;
  readonly isRange: boolean;
  readonly rest: string;
}

interface ParsedEntry {
  readonly quantity: number;
  readonly unit: string;
  readonly notes: readonly (string | undefined)[];
  readonly name: string;
}

const entriesOf = (words: string) => words.split(" ").filter(Boolean);
/** Returns a unit's words as they are looked up. */
const phraseOf = (unit: string) =>
  unit
    .toLowerCase()
    .split(/[\s.()]+/u)
    .filter(Boolean)
    .join(" ");
const UNIT_OF = new Map([
  ...[...Object.entries(table.units), ...Object.entries(table.kitchen)].flatMap(([unit, words]) =>
    entriesOf(words).map((word): [string, string] => [word.replaceAll("_", " "), unit]),
  ),
  ...Object.keys(table.kitchen).map((unit): [string, string] => [phraseOf(unit), unit]),
]);
const NUMBER_OF = new Map(
  Object.entries(table.numbers).flatMap(([number, words]) =>
    entriesOf(words).map((word): [string, number] => [word, Number(number)]),
  ),
);
const ADJECTIVES = new Set(entriesOf(table.adjectives));
const ANDS = new Set(entriesOf(table.ands));
const BARE = new Set(entriesOf(table.bare));
const RANGES = new Set([...entriesOf(table.ranges), "-", "–", "—"]);
/** Factor and unit for units that the list does not have ("Pfund" is half a kilo), and for fractions of a unit. */
const CONVERTED: Readonly<Record<string, readonly (number | string)[]>> = table.converted;
const SMALLER: Readonly<Record<string, readonly (number | string)[]>> = table.smaller;
const FRACTION = `\\d{1,3}\\/\\d{1,3}(?!\\d)|[${FRACTIONS}]`;
/** A number with decimals, groups of three, or a fraction: "1,5", "1 000", "1/2", "1 1/2", "1½". */
const NUMBER = new RegExp(
  `^(?:(?:\\d{1,3} ?)?(?:${FRACTION})|\\d{1,3}(?:[ ']\\d{3})+(?!\\d)|\\d{1,5}(?:[.,]\\d{1,3})?(?![\\d/]))`,
  "u",
);
const LEADING_BRACKETS = /^[[(`]\s*([^\])`]*?)\s*[\])`]\s*(.*)$/su;
const TIMES = /^\s*[x×*]\s*(?!\p{L})/iu;
const MAX_TRAILING_WORDS = 4;
const MAX_UNIT_WORDS = 4;
/** The maximum of a bare number behind a name ("Bread 2"). */
const MAX_TRAILING_COUNT = 20;

/** Reads name, amount, unit and notes of a typed line ("2 kg potatoes, washed"). */
export function parseEntry(text: string): QuickEntry {
  const line = text.trim();
  const normal = line
    .replace(/[’‘ʼ´′]/gu, "'")
    .replace(/\s/gu, " ")
    .replace(/[⁄∕]/gu, "/");
  const [rest, vague] = splitVague(normal);
  const found = beginsWithName(rest)
    ? undefined
    : (parseLeadingAmount(rest) ?? parseTrailingAmount(rest) ?? parseTrailingCount(rest));
  const name = found?.name ?? rest;
  const at = normal.lastIndexOf(name);
  const note = [...(found?.notes ?? []), vague].filter(Boolean).join(", ");
  return {
    // The same characters as they were typed.
    name: line.slice(at, at + name.length),
    ...(found && { quantity: found.quantity, ...(found.unit !== "" && { unit: found.unit }) }),
    ...(note !== "" && { note }),
  };
}

/** Returns true for a unit of the shopping list; false for units of recipes and other words. */
export const isListUnit = (unit: string) => unit in table.units;

/** Returns true for words that stand for an amount behind a name ("to taste"). */
export const isVague = (text: string) => table.vagueAfter.includes(text.trim().toLowerCase());

/** Leaves out words that stand for an amount, and returns them. */
function splitVague(text: string): [rest: string, vague?: string] {
  const lower = text.toLowerCase();
  const before = table.vagueBefore.find((word) => lower.startsWith(word))?.length ?? 0;
  if (before > 0 && /\p{L}/u.test(text.slice(before))) return [text.slice(before).trim(), text.slice(0, before).trim()];
  const end = text.replace(/[)\] ]+$/u, "").length;
  for (const word of table.vagueAfter) {
    if (!lower.slice(0, end).endsWith(word)) continue;
    const name = text.slice(0, end - word.length).replace(/[\s(,;–[-]+$/u, "");
    if (name.length < end - word.length && /\p{L}/u.test(name)) return [name, text.slice(end - word.length, end)];
  }
  return [text];
}

function beginsWithName(text: string): boolean {
  const lower = text.toLowerCase();
  return table.names.some((name) => lower.startsWith(name) && !/^[\p{L}\p{N}]/u.test(lower.slice(name.length)));
}

/** Reads the amount at the beginning. "7up" is a name, "500g" an amount, "1. Milk" the first of a list. */
function parseLeadingAmount(text: string): ParsedEntry | undefined {
  const [, inside = "", behind = ""] = LEADING_BRACKETS.exec(text) ?? [];
  if (inside !== "") return withName(parseMarkedAmount(inside, true), behind);
  const plain = withoutApproximation(text);
  const word = parseNumberWords(plain) ?? parseBareUnit(plain);
  const count = word ?? parseNumbers(plain);
  if (!count || count.value <= 0) return undefined;
  const isSeparated = /^[\s,]/u.test(count.rest) || /[x×*]\s*$/iu.test(plain.slice(0, -count.rest.length));
  const [size, rest] = splitSizeInBrackets(count.rest);
  // "Un cuarto de kilo"
  const measured = parseUnit(rest) ?? parseUnit(withoutJoining(rest.trimStart()));
  // "A bar" is a name, "two eggs" and "half a lemon" are amounts.
  if (!measured && (word?.value === 1 || !isSeparated)) return undefined;
  const { unit = "", notes = [], more = 0, name = rest.replace(/^[\s,]+/u, "") } = measured ?? {};
  const isExact = plain === text && !count.isRange;
  const range = isExact ? undefined : `${text.slice(0, text.length - rest.length).trim()} ${unit}`.trim();
  return withName(convertedAmount(count.value + more, unit, [range, size, ...notes]), name);
}

function withName(amount: Omit<ParsedEntry, "name"> | undefined, name: string): ParsedEntry | undefined {
  return amount && /^(?:\p{L}|[^\x00-\x7f])/u.test(name.trim()) ? { ...amount, name: name.trim() } : undefined;
}

/** Converts units that the list does not have, and fractions of a kilo, a litre or a dozen. */
function convertedAmount(value: number, unit: string, notes: ParsedEntry["notes"] = []): Omit<ParsedEntry, "name"> {
  const rounded = (number: number) => Math.round(number * 1000) / 1000;
  const [factor = 1, listed = unit] = CONVERTED[unit] ?? [];
  const quantity = rounded(value * Number(factor));
  const [times = 1, smaller = listed] = Number.isInteger(quantity) ? [] : (SMALLER[listed] ?? []);
  return { quantity: rounded(quantity * Number(times)), unit: String(smaller), notes };
}

function withoutApproximation(text: string): string {
  const lower = text.toLowerCase();
  return text.slice(table.approximate.find((word) => lower.startsWith(word))?.length ?? 0).trimStart();
}

/** Returns the number of "two", "half a", "drei Viertel" or "one and a half". */
function parseNumberWords(text: string): Count | undefined {
  const first = parseNumberWord(text);
  if (!first) return undefined;
  let { value, rest } = first;
  const next = parseNumberWord(rest);
  if (next && value < 1 && next.value === 1) rest = next.rest;
  else if (next && value >= 1 && next.value < 1) {
    value *= next.value;
    rest = next.rest;
  }
  const part = value < 1 ? undefined : parseFractionBehind(rest);
  return { value: value + (part?.value ?? 0), isRange: false, rest: part?.rest ?? rest };
}

/** A hyphen may follow a number word before a unit ("demi-litre"). */
function parseNumberWord(text: string): Count | undefined {
  const [all = "", word = "", sign = ""] = /^\s*(\p{L}+)([ -])/u.exec(text) ?? [];
  const value = NUMBER_OF.get(word.toLowerCase());
  const rest = text.slice(all.length);
  if (value === undefined || (sign === "-" && !parseUnit(rest))) return undefined;
  return { value, isRange: false, rest: ` ${rest}` };
}

/** Some units mean one of them without a number: "szczypta soli". */
function parseBareUnit(text: string): Count | undefined {
  return BARE.has(text.split(" ")[0]?.toLowerCase() ?? "") ? { value: 1, isRange: false, rest: text } : undefined;
}

/** Returns the fraction of "and a half", "y medio" or "e 1/2". */
function parseFractionBehind(text: string): Count | undefined {
  const [all = "", and = ""] = /^\s*(\p{L}+)\s+/u.exec(text) ?? [];
  if (!ANDS.has(and.toLowerCase())) return undefined;
  const rest = text.slice(all.length);
  const article = parseNumberWord(rest);
  const part = parseOneNumber(rest) ?? parseNumberWord(article?.value === 1 ? article.rest : rest);
  return part && part.value < 1 ? part : undefined;
}

/** Returns a bracket with a number: "(14 oz) can tomatoes". */
function splitSizeInBrackets(rest: string): [size: string | undefined, rest: string] {
  const [, inside = "", behind = ""] = LEADING_BRACKETS.exec(rest.trimStart()) ?? [];
  return /\d/u.test(inside) ? [inside, behind] : [undefined, rest];
}

/** Returns one number or the larger one of a range, times another. */
function parseNumbers(text: string): Count | undefined {
  let count = parseOneNumber(text);
  if (!count) return undefined;
  const part = parseFractionBehind(count.rest);
  if (part) count = { ...part, value: count.value + part.value };
  const [all = "", sign = ""] = /^\s*(-|–|—|\p{L}+(?=\s))\s*/u.exec(count.rest) ?? [];
  const upper = RANGES.has(sign.toLowerCase()) ? parseOneNumber(count.rest.slice(all.length)) : undefined;
  if (upper && upper.value > count.value) count = { ...upper, isRange: true };
  const [times] = TIMES.exec(count.rest) ?? [];
  if (times === undefined) return count;
  const rest = count.rest.slice(times.length);
  const each = parseOneNumber(rest);
  // "2 x 7up" are two of a name.
  if (!each || (/^\p{L}/u.test(each.rest) && !parseUnitName(each.rest))) return { ...count, rest: ` ${rest}` };
  return { ...each, isRange: count.isRange, value: count.value * each.value };
}

/** Three digits behind a separator are decimals of a kilo or a litre, otherwise thousands. */
function parseOneNumber(text: string): Count | undefined {
  const [digits = ""] = NUMBER.exec(text) ?? [];
  const rest = text.slice(digits.length);
  const unit = UNIT_OF.get(/^\s*(\p{L}+)/u.exec(rest)?.[1]?.toLowerCase() ?? "");
  const value = parseNumber(digits, unit === "kg" || unit === "l" ? digits.at(-4) : "");
  return Number.isFinite(value) ? { value, isRange: false, rest } : undefined;
}

interface Measure {
  readonly unit: string;
  readonly notes: readonly (string | undefined)[];
  /** A fraction behind the unit: "dos kilos y medio". */
  readonly more: number;
  readonly name: string;
}

/** Returns the unit at the start and the name behind it, without the word that joins them ("of", "de"). */
function parseUnit(text: string): Measure | undefined {
  // A pack is "pak" in Dutch, but not in "pak choi".
  if (beginsWithName(text.trimStart())) return undefined;
  const [before, rest] = splitAdjective(text.trimStart());
  const first = parseUnitName(rest);
  if (!first) return undefined;
  // "Boîtes de conserve" are cans.
  const second = first.unit === "box" ? parseUnitName(withoutJoining(first.rest.trimStart())) : undefined;
  const { unit, rest: behindUnit } = second?.unit === "can" ? second : first;
  const [after, behindAdjective] = splitAdjective(behindUnit.trimStart());
  const part = parseFractionBehind(behindAdjective);
  const [size, behind] = splitSizeInBrackets(part?.rest ?? behindAdjective);
  const name = withoutJoining(behind.trimStart());
  // "2 cans of 400 g of tomatoes"
  const each = name.replace(/^(?:à|je) /u, "");
  const number = parseNumbers(each);
  const sized = number && parseUnitName(number.rest.trimStart());
  return measured({
    unit,
    notes: [before, after, size, ...(sized ? [each.slice(0, -sized.rest.length).trim()] : [])],
    more: part?.value ?? 0,
    name: sized ? withoutJoining(sized.rest.trimStart()) : name,
  });
}

const measured = (measure: Measure) => (/\p{L}/u.test(measure.name) ? measure : undefined);

function splitAdjective(text: string): [word: string | undefined, rest: string] {
  const [word = "", ...rest] = text.split(" ");
  return rest.length > 0 && ADJECTIVES.has(word.toLowerCase()) ? [word, rest.join(" ").trimStart()] : [undefined, text];
}

function withoutJoining(text: string): string {
  const lower = text.toLowerCase();
  return text.slice(table.joining.find((word) => lower.startsWith(word))?.length ?? 0).trimStart();
}

/** Returns the unit of the most words at the start. A word may have an ending in brackets: "Dose(n)". */
function parseUnitName(text: string): { unit: string; rest: string } | undefined {
  let found: { unit: string; rest: string } | undefined;
  let words = "";
  let rest = text;
  for (let nth = 0; nth < MAX_UNIT_WORDS; nth += 1) {
    const [all = "", word = ""] = /^(\p{L}+)(?:\(\p{L}{1,3}\))?/u.exec(rest) ?? [];
    if (word === "") break;
    words += word.toLowerCase();
    rest = rest.slice(all.length);
    const unit = UNIT_OF.get(words);
    if (unit !== undefined) found = { unit, rest: rest.replace(/^[.)]+/u, "") };
    rest = rest.replace(/^[. ()]+/u, "");
    words += " ";
  }
  return found;
}

/** Reads the amount at the end: with a unit, an x or in brackets. */
function parseTrailingAmount(text: string): ParsedEntry | undefined {
  const starts = [...text.matchAll(/ /gu)].map(({ index }) => index + 1).slice(-MAX_TRAILING_WORDS);
  for (const at of starts) {
    const name = text.slice(0, at).replace(/[\s:;,–-]+$/u, "");
    const end = text.slice(at).trim();
    const [, inside = "", behind] = LEADING_BRACKETS.exec(end) ?? [];
    const amount = behind === "" ? parseMarkedAmount(inside, true) : parseMarkedAmount(end, false);
    if (amount && /\p{L}/u.test(name)) return { ...amount, name };
  }
  return undefined;
}

/** Reads an amount beside a name, which needs a known unit, an x or brackets. */
function parseMarkedAmount(text: string, allowsBareNumber: boolean): Omit<ParsedEntry, "name"> | undefined {
  const plain = withoutApproximation(text);
  const signed = plain.replace(/^[x×*]\s*/iu, "");
  const count = parseNumbers(signed);
  if (!count || count.value <= 0) return undefined;
  const rest = count.rest.trim();
  const unit = UNIT_OF.get(phraseOf(rest.replace(/^\+\s*/u, "")));
  const isBare = rest === "" && (allowsBareNumber || signed !== plain || /[x×*]$/iu.test(text));
  if (unit === undefined && !isBare) return undefined;
  const isExact = plain === text && !count.isRange && !rest.startsWith("+");
  return convertedAmount(count.value, unit ?? "", isExact ? [] : [text]);
}

/** Reads a small number behind a word: "Bread 2", but not "Type 405", "Omega 3" or "vitamin B 12". */
function parseTrailingCount(text: string): ParsedEntry | undefined {
  const [, name = "", word = "", count] = /^(.*?(\p{L}{3,}))\s+(\d{1,2})$/su.exec(text) ?? [];
  const quantity = Number(count);
  const isNumbered = entriesOf(table.numbered).some((numbered) => word.toLowerCase().endsWith(numbered));
  return quantity > 0 && quantity <= MAX_TRAILING_COUNT && !isNumbered
    ? { quantity, unit: "", notes: [], name }
    : undefined;
}
