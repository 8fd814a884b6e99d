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
  lb: "lb lbs pound pounds",
  pfund: "pfund pfd livre livres",
  oz: "oz ounce ounces",
  l: "l liter litre litres liters",
  ml: "ml",
  cl: "cl",
  dl: "dl",
  bunch: "bunch bunches bund botte bottes bouquet bouquets",
  bag: "bag bags beutel tüte tüten netz netze sac sacs sachet sachets filet filets",
  box: "box boxes schachtel schachteln kiste kisten kasten kästen boîte boîtes boite boites caisse caisses",
  pack: "pack packs packet packets packung packungen päckchen pck paquet paquets plaquette plaquettes",
  can: "can cans tin tins dose dosen conserve conserves canette canettes",
  jar: "jar jars glas gläser bocal bocaux",
  bottle: "bottle bottles flasche flaschen bouteille bouteilles",
  carton: "carton cartons karton kartons brique briques",
  dozen: "dozen dutzend douzaine douzaines",
  loaf: "loaf loaves laib laibe",
  gallon: "gallon gallons gallone gallonen",
  head: "head heads kopf köpfe tête têtes",
  container: "container containers becher schale schalen barquette barquettes",
  tub: "tub tubs pot pots",
  bar: "bar bars tafel tafeln tablette tablettes",
  tube: "tube tubes tuben",
  block: "block blocks blöcke bloc blocs",
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
/** A number word before a unit ("a dozen eggs", "deux bouteilles de vin"). */
const NUMBER_WORD =
  /^\s*(?:(an?|one|une?|eine?n?)|(two|deux|zwei)|(three|trois|drei)|(four|quatre|vier)|(five|cinq|fünf)|(six|sechs))\s+(?=\p{L}+\s)/iu;
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
/** Units that the list does not count in, in one that it does. A Pfund and a livre are half a kilo, not a pound. */
const CONVERTED: Readonly<Record<string, readonly [number, string]>> = {
  cl: [10, "ml"],
  dl: [100, "ml"],
  pfund: [500, "g"],
};

export function parseEntry(text: string): Entry {
  const plain = behind(text) ?? { name: text.trim() };
  const [, amount = "", rest = ""] = AMOUNT.exec(text) ?? [];
  const quantity = valueOf(amount);
  if (amount === "" || rest === "" || !(quantity > 0)) return numberWord(text) ?? plain;
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
  const [, word = "", after = ""] = UNIT.exec(rest.replace(/^bo[iî]tes? de (?=conserve)/iu, "")) ?? [];
  const unit = UNIT_OF.get(word.toLowerCase());
  return unit !== undefined && after !== "" ? measured(after, quantity, unit) : undefined;
}

function numberWord(text: string): Entry | undefined {
  const [words, ...numbers] = NUMBER_WORD.exec(text) ?? [];
  return words === undefined
    ? undefined
    : withUnit(text.slice(words.length), numbers.findIndex((word) => word !== undefined) + 1);
}

function valueOf(amount: string): number {
  const fraction = Object.entries(FRACTIONS).find(([sign]) => amount.endsWith(sign));
  const whole = fraction ? amount.slice(0, -fraction[0].length) : amount;
  const digits = whole.replace(/[\s'’]/g, "").replace(",", ".");
  return (digits === "" ? 0 : Number(digits)) + (fraction?.[1] ?? 0);
}

function measured(name: string, quantity: number, unit: string): Entry {
  const [factor, whole] = CONVERTED[unit] ?? [];
  if (factor && whole) return { name: name.trim(), quantity: Math.round(quantity * factor), unit: whole };
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
