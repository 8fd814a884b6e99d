import { endings, spellings, words } from "../../../../shared/data/food_names.json";
import { folded } from "./search";

function pairs(text: string): ReadonlyMap<string, string> {
  const pair = ([from = "", to = ""]: string[]) => [from, to] as const;
  return new Map(text.split(" ").map((entry) => pair(entry.split("="))));
}

/** Words with an irregular plural, and words ("pâté") that no rule changes. */
const WORDS = pairs(words);
const ENDINGS = pairs(endings);
const SPELLINGS = pairs(spellings);
const SPELLING = new RegExp([...SPELLINGS.keys()].join("|"), "g");

/** Cached keys of words: a list needs the same ones at each rendering. It grows only with the words of a page load. */
const keys = new Map<string, string>();

declare const food: unique symbol;
/**
 * The key of a food. Names are compared by their keys only (`eslint.config.js`), and maps of foods have no other ones.
 */
export type FoodKey = string & { readonly [food]: true };

/**
 * Returns a key that is the same for the singular and plural of a food and its spellings: "banana" and "Bananas", "Ei"
 * and "Eier", "Müsli" and "Muesli". The server's `same_food_key` has the same rules; `shared/data/same_foods.json`
 * tests both.
 */
export function sameFoodKey(name: string): FoodKey {
  return name.normalize("NFKC").toLowerCase().trim().split(/\s+/).map(wordKey).join(" ") as FoodKey;
}

function wordKey(word: string): string {
  let key = keys.get(word);
  if (key === undefined) keys.set(word, (key = keyOf(WORDS.get(word) || word)));
  return key;
}

function keyOf(word: string): string {
  if (WORDS.get(word) === "") return word;
  let end = word.length > 3 ? 0 : word.length;
  while (end < word.length && !ENDINGS.has(word.slice(end))) end += 1;
  let key = folded(word.slice(0, end) + (ENDINGS.get(word.slice(end)) ?? ""));
  key = key.replace(SPELLING, (found) => SPELLINGS.get(found) ?? "");
  // The s or n of a plural: "bananas", "Tomaten", "Zwiebeln".
  if (!/^.{0,3}$|(?:ss|us|eis|^..is)$/.test(key)) key = key.replace(/s$/, "");
  if (key.length > 3) key = key.replace(/((?<!o)e|el|er)n$/, "$1");
  return (
    key
      // Umlauts: "Kaese", "Muesli".
      .replace(/(?<=[ao])e|(?<=(?<![aeoq])u)e(?=.)/g, "")
      // The last vowel, which differs in "mela" and "mele", "Brot" and "Brote", "cytryna" and "cytryny".
      .replace(/^(..+?)(?:i?[ea]|(?<=...)y)$/, "$1")
      // The Italian plural: "pomodori".
      .replace(/i$/, "o")
      // The Dutch singular, whose vowel is double: "tomaat", but "tomaten".
      .replace(/([aeou])\1/g, "$1")
  );
}
