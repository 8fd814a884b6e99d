import { useSyncExternalStore } from "react";
import { others } from "virtual:languages";
import { values } from "../browser/database";
import { createListeners } from "../state/listeners";
import { storage } from "../browser/storage";

/**
 * The texts are in `src/locales/<language>/<feature>.json` (`dev/languages`). English is bundled with the code; another
 * language is one file, loaded before the first render. A component calls `use<Feature>Strings()` of
 * `virtual:strings/<feature>`.
 */
export type Language = SiteLanguage;
export const LANGUAGES: readonly Language[] = ["en", ...others];
type Files = typeof import("virtual:language-files").load;

const KEY = "larder.language";
const { subscribe, notify } = createListeners();

function isLanguage(value: string | null): value is Language {
  return LANGUAGES.includes(value as Language);
}

function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const base = tag.slice(0, 2).toLowerCase();
    if (isLanguage(base)) return base;
  }
  return "en";
}

let current: Language = chosenLanguage() ?? browserLanguage();
let files: Files | undefined;
/** The texts of the current language; undefined for English. */
let texts: BundledSentences | undefined;

export function language(): Language {
  return current;
}

/** The number of choices, of which the last one counts. */
let choices = 0;

/**
 * Changes the language; `null` follows the browser. Changes nothing, and resolves with false, if its texts cannot be
 * loaded. A choice that a later one has replaced changes nothing either, and resolves with true.
 */
export async function chooseLanguage(next: Language | null): Promise<boolean> {
  const choice = (choices += 1);
  const isLast = () => choice === choices;
  if (!(await activate(next ?? browserLanguage(), isLast))) return !isLast();
  if (next === null) storage.remove(KEY);
  else storage.set(KEY, next);
  notify();
  return true;
}

/** Returns the chosen language, or null to follow the browser. */
export function chosenLanguage(): Language | null {
  const value = storage.get(KEY);
  return isLanguage(value) ? value : null;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/**
 * Activates the chosen language, or English if its texts cannot be loaded. Await it before the first render. The app
 * passes the loaders: nearly every module would depend on them if this one imported them.
 */
export async function loadLanguage(loaders: Files): Promise<void> {
  files = loaders;
  if (!(await activate(chosenLanguage() ?? browserLanguage()))) await activate("en");
}

/**
 * Makes a language the current one once its texts are loaded. Resolves with false if they cannot be loaded, or if it is
 * no longer `isWanted`.
 */
async function activate(next: Language, isWanted = () => true): Promise<boolean> {
  let loaded: BundledSentences | undefined;
  try {
    if (next !== "en") loaded = (await files?.[next]())?.default;
  } catch (error) {
    console.warn(`The texts of “${next}” cannot be loaded:`, error);
    return false;
  }
  if (!isWanted()) return false;
  current = next;
  texts = loaded;
  document.documentElement.lang = next;
  // For the notifications of the service worker, which has no local storage.
  void values.set("language", next).catch(() => undefined);
  return true;
}

/** The texts of a feature, in the module `virtual:strings/<feature>`. */
interface Table<F extends keyof BundledSentences> {
  readonly feature: F;
  readonly english: BundledSentences[F];
}

/** Returns a feature's texts in the current language, for code outside of components. */
export function strings<F extends keyof BundledSentences>({ feature, english }: Table<F>): BundledSentences[F] {
  return texts?.[feature] ?? english;
}

export function useStrings<F extends keyof BundledSentences>(table: Table<F>): BundledSentences[F] {
  useLanguage();
  return strings(table);
}

/**
 * Returns the locale for dates and numbers: the browser's variant of the language if it has one (en-GB), else the
 * language with the browser's country (en-DE has 24 hours).
 */
export function locale(of: Language = current): string {
  const tags = navigator.languages;
  return tags.find((tag) => tag.toLowerCase().startsWith(of)) ?? of + (/-[A-Z]{2}\b/.exec(tags[0] ?? "")?.[0] ?? "");
}
