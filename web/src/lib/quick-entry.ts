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
  item: "item items stück stk piece pieces",
  kg: "kg kilo",
  g: "g gram grams gramm",
  lb: "lb lbs pound pounds pfund",
  oz: "oz ounce ounces",
  l: "l liter litre litres liters",
  ml: "ml",
  bunch: "bunch bunches bund",
  bag: "bag bags beutel tüte tüten",
  box: "box boxes",
  pack: "pack packs packet packets packung packungen päckchen pck",
  can: "can cans tin tins dose dosen",
  jar: "jar jars glas gläser",
  bottle: "bottle bottles flasche flaschen",
  carton: "carton cartons karton kartons",
  dozen: "dozen dutzend",
  loaf: "loaf loaves laib laibe",
  gallon: "gallon gallons gallone gallonen",
  head: "head heads kopf köpfe",
  container: "container containers becher",
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
const AMOUNT = /^\s*([13]\/[24](?!\d)|\d{1,5}(?:[.,]\d{1,3})?(?![\d/])|[½¼¾])\s*(.*)$/su;
/** "flour 500 g", "milk x2", "milk 2x". */
const BEHIND = /^(.+?)\s+(?:[x×]\s*(\d{1,5})|(\d{1,5})\s*[x×]|(\d{1,5}(?:[.,]\d{1,3})?|[½¼¾])\s*(\p{L}+)\.?)\s*$/su;
/** The letters right after the amount, with what may follow them. */
const UNIT = /^(\p{L}+)\.?\s+(?:of\s+)?(.+)$/su;
/** Smaller units, so that half a kilo is a whole number of something. */
const PARTS: Readonly<Record<string, string>> = { kg: "g", l: "ml" };

export function parseEntry(text: string): Entry {
  const plain = behind(text) ?? { name: text.trim() };
  const [, amount = "", rest = ""] = AMOUNT.exec(text) ?? [];
  const quantity = FRACTIONS[amount] ?? Number(amount.replace(",", "."));
  if (amount === "" || rest === "" || !(quantity > 0)) return plain;
  const times = /^[x×]\s+(.+)$/su.exec(rest);
  if (times?.[1]) return { name: times[1].trim(), quantity };
  const [, word = "", after = ""] = UNIT.exec(rest) ?? [];
  const unit = UNIT_OF.get(word.toLowerCase());
  if (unit !== undefined && after !== "") return measured(after, quantity, unit);
  // "7up" is a name, "7 up" are seven.
  return /^\s*(?:[\d.,/]+|[½¼¾])\s+\p{L}/u.test(text) ? { name: rest.trim(), quantity } : plain;
}

function measured(name: string, quantity: number, unit: string): Entry {
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
  const quantity = FRACTIONS[amount] ?? Number(amount.replace(",", "."));
  return unit !== undefined && quantity > 0 ? measured(name, quantity, unit) : undefined;
}
