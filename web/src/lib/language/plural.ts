/**
 * The runtime of compiled texts (`dev/languages/message.ts`). Rules and formatters are cached, because they are slow to
 * create.
 */
const rules = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

/** Returns the plural form of a number, such as "one" or "other". */
export function plural(language: string, n: number): Intl.LDMLPluralRule {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule.select(n);
}

/** Returns a number with the separators of the language. */
export function number(language: string, n: number): string {
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(n);
}
