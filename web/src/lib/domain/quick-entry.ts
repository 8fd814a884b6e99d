import { converted, numbers, units } from "../../../../shared/data/units.json";
import { parseNumber } from "../language/numbers";

/**
 * A name with an amount, which is before it ("500 g flour", "2 milk", "3x eggs", "1,5 kg Mehl"), or after it with a unit
 * or an x ("flour 500 g", "milk x2"). A number without a space ("7up"), or after a word without a unit ("Type 405"),
 * belongs to the name.
 */
export interface QuickEntry {
  readonly name: string;
  readonly quantity?: number;
  readonly unit?: string;
}

const UNIT_OF = new Map(
  Object.entries(units).flatMap(([unit, words]) => words.split(" ").map((word): [string, string] => [word, unit])),
);
/** A number word before a unit ("a dozen eggs", "deux bouteilles de vin"). */
const NUMBER_WORD = new RegExp(
  `^\\s*(?:${numbers.map((words) => `(${words.replaceAll(" ", "|")})`).join("|")})\\s+(?=\\p{L}+\\s)`,
  "iu",
);
const FRACTION = "[13]\\/[24](?!\\d)|[½¼¾]";
/** A number with decimals, groups of three, or a fraction: "1,5", "1 000", "1/2", "1 1/2", "1½". */
const NUMBER = `(?:\\d{1,3}[ \\u00a0\\u202f'’]?)?(?:${FRACTION})|\\d{1,3}(?:[ \\u00a0\\u202f'’]\\d{3})+(?!\\d)|\\d{1,5}(?:[.,]\\d{1,3})?(?![\\d/])`;
const AMOUNT = new RegExp(`^\\s*(${NUMBER})\\s*(.*)$`, "su");
/** "2 x 500 g flour". */
const TIMES = new RegExp(`^[x×]\\s*(${NUMBER})\\s*(\\p{L}+\\.?\\s+.+)$`, "su");
/** "flour 500 g", "milk x2", "milk 2x". */
const AMOUNT_AFTER = new RegExp(
  `^(.+?)\\s+(?:[x×]\\s*(\\d{1,5})|(\\d{1,5})\\s*[x×]|(\\d{1,5}(?:[.,]\\d{1,3})?|${FRACTION})\\s*(\\p{L}+)\\.?)\\s*$`,
  "su",
);
/** The unit after the amount, a joining word ("of", "de"), and the name. Dutch has the unit "pak", but not in "pak choi". */
const UNIT =
  /^(?!pak choi)(\p{L}+)\.?\s+(?:(?:x|×|of|de la|de l['’]|des?|du|d['’]|von|vom|di|del|do|da)(?:\s+|(?<=['’])))?(.+)$/isu;
/** Smaller units for fractions: half a kilo is 500 g. */
const SMALLER_UNITS: Readonly<Record<string, string>> = { kg: "g", l: "ml" };
/** The factor and unit for units that the list does not have. "Pfund" and "livre" are half a kilo, not a pound. */
const CONVERTED: Readonly<Record<string, readonly (number | string)[]>> = converted;

export function parseEntry(text: string): QuickEntry {
  const entry = parsePlain(
    text
      .replace(/^\s*[[(]\s*([\d½¼¾][^\])]*?)\s*[\])]\s*(?=\p{L})/u, "$1 ")
      .replace(/\s*[[(`]\s*([\d½¼¾][^\])`]*?)\s*[\])`]\s*$/u, (_, amount: string) =>
        /\p{L}$/u.test(amount) ? ` ${amount}` : ` ${amount}x`,
      )
      .replace(/^\s*(\d{1,3}),\s*(?=\p{L})/u, "$1 "),
  );
  return entry.quantity === undefined ? { name: text.trim() } : entry;
}

function parsePlain(text: string): QuickEntry {
  const plain = amountAfter(text) ?? { name: text.trim() };
  const [, amount = "", rest = ""] = AMOUNT.exec(text) ?? [];
  const quantity = valueOf(amount);
  if (amount === "" || rest === "" || !(quantity > 0)) return numberWord(text) ?? plain;
  const [, each = "", eachRest = ""] = TIMES.exec(rest) ?? [];
  const several = each === "" ? undefined : withUnit(eachRest, each, quantity);
  if (several) return several;
  const times = /^[x×]\s+(.+)$/su.exec(rest);
  if (times?.[1]) return { name: times[1].trim(), quantity };
  const measuredRest = withUnit(rest, amount);
  if (measuredRest) return measuredRest;
  // "7up" is a name, "7 up" are seven.
  return /^\s*(?:[\d.,/ ]+|[½¼¾])\s+\p{L}/u.test(text) ? { name: rest.trim(), quantity } : plain;
}

/** Parses a unit and a name; undefined if the first word is not a unit. */
function withUnit(rest: string, amount: string, times = 1): QuickEntry | undefined {
  const [, word = "", name = ""] = UNIT.exec(rest.replace(/^bo[iî]tes? de (?=conserve)/iu, "")) ?? [];
  const unit = UNIT_OF.get(word.toLowerCase());
  return unit !== undefined && name !== "" ? measured(name, valueOf(amount, unit) * times, unit) : undefined;
}

function numberWord(text: string): QuickEntry | undefined {
  const [words, ...counts] = NUMBER_WORD.exec(text) ?? [];
  return words === undefined
    ? undefined
    : withUnit(text.slice(words.length), `${counts.findIndex((word) => word !== undefined) + 1}`);
}

/** Parses an amount. Three digits after a separator are decimals of a kilo or a litre, otherwise thousands. */
function valueOf(amount: string, unit = ""): number {
  return parseNumber(amount, unit === "kg" || unit === "l" ? amount.at(-4) : "");
}

function measured(name: string, quantity: number, unit: string): QuickEntry {
  const [factor, convertedUnit] = CONVERTED[unit] ?? [];
  if (factor !== undefined)
    return { name: name.trim(), quantity: Math.round(quantity * Number(factor)), unit: `${convertedUnit}` };
  const smallerUnit = SMALLER_UNITS[unit];
  return smallerUnit !== undefined && !Number.isInteger(quantity)
    ? { name: name.trim(), quantity: Math.round(quantity * 1000), unit: smallerUnit }
    : { name: name.trim(), quantity, unit };
}

function amountAfter(text: string): QuickEntry | undefined {
  const [, name = "", afterX, beforeX, amount = "", word = ""] = AMOUNT_AFTER.exec(text.trim()) ?? [];
  const count = Number(afterX ?? beforeX);
  if (count > 0) return { name: name.trim(), quantity: count };
  const unit = UNIT_OF.get(word.toLowerCase());
  const quantity = valueOf(amount, unit);
  return unit !== undefined && quantity > 0 ? measured(name, quantity, unit) : undefined;
}
