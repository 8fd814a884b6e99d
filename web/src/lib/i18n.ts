import { useSyncExternalStore } from "react";
import { values } from "./database";
import { storage } from "./storage";

/**
 * Languages. Each feature has `locales/en/<feature>.ts` and `locales/de/<feature>.ts`; the German one is typed by the English one, so a missing
 * sentence fails the type check. A component calls `useStrings({ en, de })`.
 */
export type Language = "en" | "de";
const KEY = "larder.language";
const listeners = new Set<() => void>();

function detect(): Language {
  const chosen = storage.get(KEY);
  if (chosen === "en" || chosen === "de") return chosen;
  for (const tag of navigator.languages) {
    const base = tag.slice(0, 2).toLowerCase();
    if (base === "en" || base === "de") return base;
  }
  return "en";
}

let current: Language = detect();

export function language(): Language {
  return current;
}

/** `null` follows the browser again. */
export async function chooseLanguage(next: Language | null): Promise<void> {
  if (next === null) storage.remove(KEY);
  else storage.set(KEY, next);
  await loadLanguage();
  for (const listener of listeners) listener();
}

/** What the person chose, or null while the browser's language is followed. */
export function chosenLanguage(): Language | null {
  const value = storage.get(KEY);
  return value === "en" || value === "de" ? value : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

export type Translations<T> = Readonly<Record<Language, T>>;

const germanLoaders = new Set<() => Promise<void>>();

/**
 * For what every screen says: English comes with the code, German is fetched by those who read it. Screens that are loaded later carry both, since they are
 * small and must work offline in either.
 */
export function germanOnDemand<T>(en: T, load: () => Promise<T>): Translations<T> {
  let german: T | undefined;
  germanLoaders.add(async () => {
    german ??= await load();
  });
  return {
    en,
    get de() {
      return german ?? en;
    },
  };
}

/** Makes the language that was chosen the present one, once its first sentences are here; English if they cannot be had. Wait for it before the first render. */
export async function loadLanguage(): Promise<void> {
  let next = detect();
  try {
    if (next === "de") await Promise.all([...germanLoaders].map((load) => load()));
  } catch (error) {
    console.warn("The German texts cannot be loaded:", error);
    next = "en";
  }
  current = next;
  document.documentElement.lang = next;
  // For the service worker, which has no local storage and writes notifications.
  void values.set("language", next).catch(() => undefined);
}

export function useStrings<T>(translations: Translations<T>): T {
  return translations[useLanguage()];
}

/** The strings of the current language outside a component, for instance in a toast that a background task shows. */
export function strings<T>(translations: Translations<T>): T {
  return translations[current];
}

const pluralRules = new Map<Language, Intl.PluralRules>();

/** Chooses between the forms of a sentence by the plural rules of its language. */
export function plural(of: Language, count: number, forms: { one: string; other: string }): string {
  let rules = pluralRules.get(of);
  if (!rules) pluralRules.set(of, (rules = new Intl.PluralRules(of)));
  return rules.select(count) === "one" ? forms.one : forms.other;
}

/** The locale for dates and numbers: the browser's own variant of the language if it has one (en-GB writes dates as its reader expects). */
export function locale(of: Language = current): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(of)) ?? of;
}
