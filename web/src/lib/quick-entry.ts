/**
 * "500 g flour", "2 milk", "3x eggs", "1,5 kg Mehl": an amount that somebody types before a name, in either language. What does not begin with a number, or
 * has it glued to a word ("7up"), is a name as it stands.
 */
export interface Entry {
  readonly name: string;
  readonly quantity?: number;
  readonly unit?: string;
}

const WORDS: Readonly<Record<string, string>> = {
  item: "item items stück stk piece pieces", kg: "kg kilo", g: "g gram grams gramm", lb: "lb lbs pound pounds pfund", oz: "oz ounce ounces", l: "l liter litre litres liters", ml: "ml",
  bunch: "bunch bunches bund", bag: "bag bags beutel tüte tüten", box: "box boxes", pack: "pack packs packet packets packung packungen päckchen pck", can: "can cans tin tins dose dosen",
  jar: "jar jars glas gläser", bottle: "bottle bottles flasche flaschen", carton: "carton cartons karton kartons", dozen: "dozen dutzend", loaf: "loaf loaves laib laibe",
  gallon: "gallon gallons gallone gallonen", head: "head heads kopf köpfe", container: "container containers becher",
};
const UNIT_OF = new Map(Object.entries(WORDS).flatMap(([unit, words]) => words.split(" ").map((word): [string, string] => [word, unit])));
const FRACTIONS: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };
const AMOUNT = /^\s*(\d{1,5}(?:[.,]\d{1,3})?|[½¼¾])\s*(.*)$/su;
/** The letters right after the amount, with what may follow them. */
const UNIT = /^(\p{L}+)\.?\s+(?:of\s+)?(.+)$/su;
/** Smaller units, so that half a kilo is a whole number of something. */
const PARTS: Readonly<Record<string, string>> = { kg: "g", l: "ml" };

export function parseEntry(text: string): Entry {
  const plain = { name: text.trim() };
  const [, amount = "", rest = ""] = AMOUNT.exec(text) ?? [];
  const quantity = FRACTIONS[amount] ?? Number(amount.replace(",", "."));
  if (amount === "" || rest === "" || !(quantity > 0)) return plain;
  const times = /^[x×]\s+(.+)$/su.exec(rest);
  if (times?.[1]) return { name: times[1].trim(), quantity };
  const [, word = "", after = ""] = UNIT.exec(rest) ?? [];
  const unit = UNIT_OF.get(word.toLowerCase());
  if (unit !== undefined && after !== "") {
    const part = PARTS[unit];
    return part !== undefined && !Number.isInteger(quantity) ? { name: after.trim(), quantity: Math.round(quantity * 1000), unit: part } : { name: after.trim(), quantity, unit };
  }
  // "7up" is a name, "7 up" are seven.
  return /^\s*(?:[\d.,]+|[½¼¾])\s+\p{L}/u.test(text) ? { name: rest.trim(), quantity } : plain;
}
