/**
 * Runtime of compiled sentences (`dev/languages/message.ts` writes the calls). Rules and formatters are expensive, so
 * each is created once.
 */
const rules = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

/** Returns the plural form of a number: "one", "other", and others in some languages. */
export function plural(language: string, n: number): Intl.LDMLPluralRule {
  let made = rules.get(language);
  if (!made) rules.set(language, (made = new Intl.PluralRules(language)));
  return made.select(n);
}

/** Returns a number with the separators of the language. */
export function number(language: string, n: number): string {
  let made = formats.get(language);
  if (!made) formats.set(language, (made = new Intl.NumberFormat(language)));
  return made.format(n);
}
