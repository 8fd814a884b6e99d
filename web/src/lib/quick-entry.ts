/**
 * Parses an amount typed before a name ("500 g flour", "2 milk", "3x eggs", "1,5 kg Mehl"), in any language of the
 * site, or after it with a unit or an x ("flour 500 g", "milk x2"). A number attached to a word ("7up"), or bare after
 * one ("Type 405"), belongs to the name.
 */
export interface Entry {
  readonly name: string;
  readonly quantity?: number;
  readonly unit?: string;
}

const WORDS: Readonly<Record<string, string>> = {
  item: "item items stück stk piece pieces pièce pièces",
  kg: "kg kilo kilos",
  g: "g gr gram grams gramm gramme grammes",
  lb: "lb lbs pound pounds pfund livre livres",
  oz: "oz ounce ounces",
  l: "l liter litre litres liters",
  ml: "ml",
  cl: "cl",
  dl: "dl",
  bunch: "bunch bunches bund botte bottes bouquet bouquets",
  bag: "bag bags beutel tüte tüten sac sacs sachet sachets",
  box: "box boxes",
  pack: "pack packs packet packets packung packungen päckchen pck paquet paquets",
  can: "can cans tin tins dose dosen boîte boîtes boite boites conserve conserves",
  jar: "jar jars glas gläser bocal bocaux",
  bottle: "bottle bottles flasche flaschen bouteille bouteilles",
  carton: "carton cartons karton kartons brique briques",
  dozen: "dozen dutzend douzaine douzaines",
  loaf: "loaf loaves laib laibe",
  gallon: "gallon gallons gallone gallonen",
  head: "head heads kopf köpfe tête têtes",
  container: "container containers becher pot pots barquette barquettes",
};
const UNIT_OF = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) => words.split(" ").map((word): [string, string] => [word, unit])),
);
const FRACTIONS: Readonly<Record<string, number>> = {
  "½": 0.5,
  "¼": 0.25,
  "¾": 0.75,
  "1/2": 0.5,
  "1/4": 0.25,
  "3/4": 0.75,
};
/** "one" before a unit ("a dozen eggs", "une bouteille de vin"). */
const ONE = /^\s*(?:an?|one|une?|eine?n?)\s+(?=\p{L}+\s)/iu;
const FRACTION = "[13]\\/[24](?!\\d)|[½¼¾]";
/** A number with decimals, groups of three, or a fraction: "1,5", "1 000", "1/2", "1 1/2", "1½". */
const NUMBER = `(?:\\d{1,3}[ \\u00a0\\u202f'’]?)?(?:${FRACTION})|\\d{1,3}(?:[ \\u00a0\\u202f'’]\\d{3})+(?!\\d)|\\d{1,5}(?:[.,]\\d{1,3})?(?![\\d/])`;
const AMOUNT = new RegExp(`^\\s*(${NUMBER})\\s*(.*)$`, "su");
/** "2 x 500 g flour". */
const TIMES = new RegExp(`^[x×]\\s*(${NUMBER})\\s*(\\p{L}+\\.?\\s+.+)$`, "su");
/** "flour 500 g", "milk x2", "milk 2x". */
const BEHIND = new RegExp(
  `^(.+?)\\s+(?:[x×]\\s*(\\d{1,5})|(\\d{1,5})\\s*[x×]|(\\d{1,5}(?:[.,]\\d{1,3})?|${FRACTION})\\s*(\\p{L}+)\\.?)\\s*$`,
  "su",
);
/** The letters right after the amount, and the name after the words that join them in the languages of the site. */
const UNIT = /^(\p{L}+)\.?\s+(?:(?:of|de la|de l['’]|des?|du|d['’]|von|vom)(?:\s+|(?<=['’])))?(.+)$/isu;
/** Smaller units, so that half a kilo is a whole number of something. */
const PARTS: Readonly<Record<string, string>> = { kg: "g", l: "ml" };
/** What the list does not count in, in millilitres. */
const MILLILITRES: Readonly<Record<string, number>> = { cl: 10, dl: 100 };

export function parseEntry(text: string): Entry {
  const plain = behind(text) ?? { name: text.trim() };
  const [, amount = "", rest = ""] = AMOUNT.exec(text) ?? [];
  const quantity = valueOf(amount);
  if (amount === "" || rest === "" || !(quantity > 0)) return one(text) ?? plain;
  const [, each = "", eachRest = ""] = TIMES.exec(rest) ?? [];
  const several = each === "" ? undefined : withUnit(eachRest, quantity * valueOf(each));
  if (several) return several;
  const times = /^[x×]\s+(.+)$/su.exec(rest);
  if (times?.[1]) return { name: times[1].trim(), quantity };
  const measuredRest = withUnit(rest, quantity);
  if (measuredRest) return measuredRest;
  // "7up" is a name, "7 up" are seven.
  return /^\s*(?:[\d.,/ ]+|[½¼¾])\s+\p{L}/u.test(text) ? { name: rest.trim(), quantity } : plain;
}

/** A name after a unit; undefined where the first word is none. */
function withUnit(rest: string, quantity: number): Entry | undefined {
  const [, word = "", after = ""] = UNIT.exec(rest) ?? [];
  const unit = UNIT_OF.get(word.toLowerCase());
  return unit !== undefined && after !== "" ? measured(after, quantity, unit) : undefined;
}

function one(text: string): Entry | undefined {
  return ONE.test(text) ? withUnit(text.replace(ONE, ""), 1) : undefined;
}

function valueOf(amount: string): number {
  const fraction = Object.entries(FRACTIONS).find(([sign]) => amount.endsWith(sign));
  const whole = fraction ? amount.slice(0, -fraction[0].length) : amount;
  const digits = whole.replace(/[\s'’]/g, "").replace(",", ".");
  return (digits === "" ? 0 : Number(digits)) + (fraction?.[1] ?? 0);
}

function measured(name: string, quantity: number, unit: string): Entry {
  const millilitres = MILLILITRES[unit];
  if (millilitres !== undefined) return { name: name.trim(), quantity: Math.round(quantity * millilitres), unit: "ml" };
  const part = PARTS[unit];
  return part !== undefined && !Number.isInteger(quantity)
    ? { name: name.trim(), quantity: Math.round(quantity * 1000), unit: part }
    : { name: name.trim(), quantity, unit };
}

function behind(text: string): Entry | undefined {
  const [, name = "", times, timesToo, amount = "", word = ""] = BEHIND.exec(text.trim()) ?? [];
  const count = Number(times ?? timesToo);
  if (count > 0) return { name: name.trim(), quantity: count };
  const unit = UNIT_OF.get(word.toLowerCase());
  const quantity = valueOf(amount);
  return unit !== undefined && quantity > 0 ? measured(name, quantity, unit) : undefined;
}
