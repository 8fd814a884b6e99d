import { parse as parseIcu, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";

/**
 * A part of a text in the supported subset of ICU MessageFormat: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…}
 * other {# …}}` and `{kind, select, a {…} other {…}}`, also nested. Texts are compiled to JavaScript at build time.
 */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value" | "number"; readonly name: string }
  | { readonly kind: "plural" | "select"; readonly name: string; readonly cases: readonly Case[] };
interface Case {
  readonly key: string;
  readonly parts: readonly Part[];
}

/** Parses a message. Throws an error for a translator if it is not valid or not supported. */
export function parse(message: string): readonly Part[] {
  try {
    return partsOf(parseIcu(message, { ignoreTag: true }), undefined);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)} in “${message}”`, { cause: error });
  }
}

/** `counted` is the argument that # represents. */
function partsOf(elements: readonly MessageFormatElement[], counted: string | undefined): readonly Part[] {
  return elements.map((element): Part => {
    switch (element.type) {
      case TYPE.literal:
        return { kind: "text", text: element.value };
      case TYPE.argument:
        return { kind: "value", name: element.value };
      case TYPE.pound:
        if (counted === undefined) break;
        return { kind: "number", name: counted };
      case TYPE.number:
        if (element.style) break;
        return { kind: "number", name: element.value };
      case TYPE.plural:
      case TYPE.select: {
        const isPlural = element.type === TYPE.plural;
        if (isPlural && (element.offset !== 0 || element.pluralType !== "cardinal")) break;
        const cases = Object.entries(element.options).map(([key, { value }]) => ({
          key,
          parts: partsOf(value, isPlural ? element.value : counted),
        }));
        return { kind: isPlural ? "plural" : "select", name: element.value, cases };
      }
    }
    throw new Error(`UNSUPPORTED_FORMAT of {${"value" in element ? element.value : "#"}}`);
  });
}

export interface Argument {
  readonly name: string;
  /** True if the argument must be a number. */
  isNumber: boolean;
  /** True if it is part of the text; otherwise it only selects a form, and another language may omit it. */
  isShown: boolean;
}

/** Returns the arguments in the order of the text, which is the order of the function's parameters. */
export function argumentsOf(parts: readonly Part[], found = new Map<string, Argument>()): readonly Argument[] {
  for (const part of parts) {
    if (part.kind === "text") continue;
    let argument = found.get(part.name);
    if (!argument) found.set(part.name, (argument = { name: part.name, isNumber: false, isShown: false }));
    if (part.kind === "plural" || part.kind === "number") argument.isNumber = true;
    if (part.kind === "value" || part.kind === "number") argument.isShown = true;
    if (part.kind === "plural" || part.kind === "select")
      for (const { parts: inner } of part.cases) argumentsOf(inner, found);
  }
  return [...found.values()];
}

/** Returns the tag for plural rules: European Portuguese has no special form for millions. */
const tagOf = (language: string) => (language === "pt" ? "pt-PT" : language);

/**
 * Returns the plural forms of a language for the numbers below 200: forms for fractions or millions are not required.
 */
function requiredForms(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(tagOf(language));
  return new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
}

export function checkForms(parts: readonly Part[], language: string): void {
  const known = new Set<string>(new Intl.PluralRules(tagOf(language)).resolvedOptions().pluralCategories);
  for (const part of parts) {
    if (part.kind !== "plural" && part.kind !== "select") continue;
    if (part.kind === "plural") {
      const keys = part.cases.map(({ key }) => key).filter((key) => !key.startsWith("="));
      const unknown = keys.find((key) => !known.has(key));
      if (unknown) throw new Error(`${language} has no form “${unknown}”`);
      const missing = [...requiredForms(language)].find((form) => !keys.includes(form));
      // A language without separate forms has only `other`.
      if (missing && keys.length > 1) throw new Error(`the form “${missing}” of ${part.name} is missing`);
    }
    for (const { parts: inner } of part.cases) checkForms(inner, language);
  }
}

/**
 * Returns JavaScript code: a string, or a function with parameters in the order of `names` that calls `plural` and
 * `number` of `src/lib/language/plural.ts`.
 */
export function compile(parts: readonly Part[], language: string, names: readonly string[]): string {
  const tag = JSON.stringify(tagOf(language));
  const parameter = (name: string) => `a${names.indexOf(name)}`;
  const joined = (inner: readonly Part[]): string => {
    if (inner.every((part) => part.kind === "text"))
      return JSON.stringify(inner.map((part) => (part.kind === "text" ? part.text : "")).join(""));
    const pieces = inner.map((part) =>
      part.kind === "text" ? part.text.replace(/[\\`]|\$\{/g, "\\$&") : `\${${expression(part)}}`,
    );
    return `\`${pieces.join("")}\``;
  };
  const expression = (part: Exclude<Part, { kind: "text" }>): string => {
    const value = parameter(part.name);
    if (!("cases" in part)) return part.kind === "value" ? value : `number(${tag},${value})`;
    const test = (key: string) =>
      key.startsWith("=")
        ? `${value}===${key.slice(1)}`
        : part.kind === "plural"
          ? `plural(${tag},${value})==="${key}"`
          : `${value}==="${key}"`;
    const rest = part.cases
      .filter(({ key }) => key !== "other")
      .sort((a, b) => Number(b.key.startsWith("=")) - Number(a.key.startsWith("=")));
    const other = joined(part.cases.find(({ key }) => key === "other")?.parts ?? []);
    return rest.reduceRight((otherwise, { key, parts: inner }) => `${test(key)}?${joined(inner)}:${otherwise}`, other);
  };
  return names.length === 0 ? joined(parts) : `(${names.map(parameter).join(",")})=>${joined(parts)}`;
}
