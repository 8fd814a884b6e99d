import { useSyncExternalStore } from "react";
import { load } from "virtual:languages";
import { values } from "../browser/database";
import { createListeners } from "../state/listeners";
import { storage } from "../browser/storage";

/**
 * Languages are data: `src/locales/<language>/<feature>.json` (`dev/languages`). English comes with the code that says
 * it; any other language is one file, fetched by those who read it before the first render. A component calls
 * `use<Feature>Strings()` of `virtual:strings/<feature>`.
 */
export type Language = SiteLanguage;
export const LANGUAGES: readonly Language[] = ["en", ...(Object.keys(load) as (keyof typeof load)[])];

const KEY = "larder.language";
const { subscribe, notify } = createListeners();

function isLanguage(value: string | null): value is Language {
  return LANGUAGES.includes(value as Language);
}

function detect(): Language {
  const chosen = storage.get(KEY);
  if (isLanguage(chosen)) return chosen;
  for (const tag of navigator.languages) {
    const base = tag.slice(0, 2).toLowerCase();
    if (isLanguage(base)) return base;
  }
  return "en";
}

let current: Language = detect();
/** The current language's texts; none for English. */
let sentences: BundledSentences | undefined;

export function language(): Language {
  return current;
}

/** `null` follows the browser again. */
export async function chooseLanguage(next: Language | null): Promise<void> {
  if (next === null) storage.remove(KEY);
  else storage.set(KEY, next);
  await loadLanguage();
  notify();
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
 * Activates the chosen language once its sentences are loaded; English if they cannot be loaded. Wait for it before the
 * first render.
 */
export async function loadLanguage(): Promise<void> {
  let next = detect();
  let own: BundledSentences | undefined;
  try {
    if (next !== "en") own = (await load[next]()).default;
  } catch (error) {
    console.warn(`The texts of “${next}” cannot be loaded:`, error);
    next = "en";
  }
  current = next;
  sentences = own;
  document.documentElement.lang = next;
  // For the service worker, which has no local storage and writes notifications.
  void values.set("language", next).catch(() => undefined);
}

/** The sentences of a feature, in a module `virtual:strings/<feature>`. */
export interface Table<F extends keyof BundledSentences> {
  readonly feature: F;
  readonly english: BundledSentences[F];
}

/** The current language's texts outside of a component, for instance in a toast of a background task. */
export function strings<F extends keyof BundledSentences>({ feature, english }: Table<F>): BundledSentences[F] {
  return sentences?.[feature] ?? english;
}

export function useStrings<F extends keyof BundledSentences>(table: Table<F>): BundledSentences[F] {
  useLanguage();
  return strings(table);
}

/**
 * Returns the locale for dates and numbers: the browser's own variant of the language if it has one (en-GB writes dates
 * as its reader expects), or else the language in the browser's country (English on a German phone has 24 hours).
 */
export function locale(of: Language = current): string {
  const tags = navigator.languages;
  return tags.find((tag) => tag.toLowerCase().startsWith(of)) ?? of + (/-[A-Z]{2}\b/.exec(tags[0] ?? "")?.[0] ?? "");
}
