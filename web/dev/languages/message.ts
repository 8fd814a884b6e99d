/**
 * Compiles the parts of ICU MessageFormat that our texts need to JavaScript at build time: `{name}`, `{n, number}`,
 * `{n, plural, =0 {…} one {…} other {# …}}` and `{kind, select, a {…} other {…}}`, also nested. In ICU an apostrophe
 * before a brace starts a quotation; it is refused here, and texts use ’.
 */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value" | "number"; readonly name: string }
  | { readonly kind: "plural" | "select"; readonly name: string; readonly cases: readonly Case[] };
interface Case {
  readonly key: string;
  readonly parts: readonly Part[];
}

export function parse(message: string): readonly Part[] {
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what}, at ${at} of “${message}”`);
  };
  const take = (pattern: RegExp, what: string): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(message)?.[0] ?? fail(`${what} is missing`);
    at += found.length;
    return found.trim();
  };

  /** Parses up to the closing brace; `counted` is the argument that # stands for. */
  function sequence(counted: string | undefined, depth: number): Part[] {
    const parts: Part[] = [];
    let text = "";
    const flush = () => {
      if (text !== "") parts.push({ kind: "text", text });
      text = "";
    };
    while (at < message.length && message[at] !== "}") {
      const sign = message[at];
      if (sign === "'" && /[{}]/.test(message[at + 1] ?? "")) fail("An apostrophe before a brace must be ’");
      at += 1;
      if (sign === "{") {
        flush();
        parts.push(placeholder(depth));
      } else if (sign === "#" && counted !== undefined) {
        flush();
        parts.push({ kind: "number", name: counted });
      } else text += sign;
    }
    flush();
    if (depth === 0 && at < message.length) fail("A brace ends nothing");
    return parts;
  }

  /** Parses from an opening brace to its closing one. */
  function placeholder(depth: number): Part {
    const name = take(/\s*[a-z]\w*\s*/iy, "A name");
    if (message[at] === "}") {
      at += 1;
      return { kind: "value", name };
    }
    take(/,/y, "A comma");
    const kind = take(/\s*(?:number|plural|select)\s*/y, "“number”, “plural” or “select”") as
      "number" | "plural" | "select";
    if (kind === "number") {
      take(/\}/y, "A closing brace");
      return { kind, name };
    }
    take(/,\s*/y, "A comma");
    const cases: Case[] = [];
    while (message[at] !== "}") {
      const key = take(/=\d+\s*|\w+\s*/y, "A case");
      take(/\{/y, `The brace after “${key}”`);
      cases.push({ key, parts: sequence(kind === "plural" ? name : undefined, depth + 1) });
      take(/\}\s*/y, "A closing brace");
    }
    at += 1;
    if (!cases.some(({ key }) => key === "other")) fail(`“other” of ${name} is missing`);
    if (new Set(cases.map(({ key }) => key)).size < cases.length) fail(`A case of ${name} is there twice`);
    return { kind, name, cases };
  }
  return sequence(undefined, 0);
}

export interface Argument {
  readonly name: string;
  /** Counted or written as a number, so that it must be one. */
  number: boolean;
  /** To be read in the sentence; otherwise it only chooses between forms, and another language may do without. */
  shown: boolean;
}

/** In the order in which the sentence names them, which is the order of the function's arguments. */
export function argumentsOf(parts: readonly Part[], found = new Map<string, Argument>()): readonly Argument[] {
  for (const part of parts) {
    if (part.kind === "text") continue;
    let argument = found.get(part.name);
    if (!argument) found.set(part.name, (argument = { name: part.name, number: false, shown: false }));
    if (part.kind === "plural" || part.kind === "number") argument.number = true;
    if (part.kind === "value" || part.kind === "number") argument.shown = true;
    if (part.kind === "plural" || part.kind === "select")
      for (const { parts: inner } of part.cases) argumentsOf(inner, found);
  }
  return [...found.values()];
}

/** The forms that counting needs in a language, by trying: not only those that it has for halves or millions. */
function neededForms(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
}

export function checkForms(parts: readonly Part[], language: string): void {
  const known = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
  for (const part of parts) {
    if (part.kind !== "plural" && part.kind !== "select") continue;
    if (part.kind === "plural") {
      const keys = part.cases.map(({ key }) => key).filter((key) => !key.startsWith("="));
      const strange = keys.find((key) => !known.has(key));
      if (strange) throw new Error(`${language} has no form “${strange}”`);
      const missing = [...neededForms(language)].find((form) => !keys.includes(form));
      // A language that writes one and many alike may say so by `other` alone.
      if (missing && keys.length > 1) throw new Error(`the form “${missing}” of ${part.name} is missing`);
    }
    for (const { parts: inner } of part.cases) checkForms(inner, language);
  }
}

/**
 * A string, or a function of its arguments in the order of `names`; it calls `plural` and `number` of
 * `src/lib/plural.ts`.
 */
export function compile(parts: readonly Part[], language: string, names: readonly string[]): string {
  const tag = JSON.stringify(language);
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
