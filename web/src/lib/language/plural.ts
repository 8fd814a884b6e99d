/**
 * Runtime of compiled sentences (`dev/languages/message.ts` writes the calls). Rules and formatters are expensive, so
 * each is created once.
 */
const rules = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

/** The form that goes with a number: "one", "other", and what else a language has. */
export function plural(language: string, n: number): Intl.LDMLPluralRule {
  let made = rules.get(language);
  if (!made) rules.set(language, (made = new Intl.PluralRules(language)));
  return made.select(n);
}

/** With the marks of the language. */
export function number(language: string, n: number): string {
  let made = formats.get(language);
  if (!made) formats.set(language, (made = new Intl.NumberFormat(language)));
  return made.format(n);
}
