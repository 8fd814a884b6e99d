import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { argumentsOf, checkForms, compile, parse, type Argument } from "./message.ts";

/**
 * The site's languages: `src/locales/<language>/<feature>.json`, each leaf a text. English defines the keys and
 * arguments; all other folders must match. A language is a folder and nothing else.
 */
export type Table = string | readonly Table[] | { readonly [key: string]: Table };

/** Features whose texts only the first paint, the service worker or the server show. */
export const OUTSIDE: readonly string[] = ["browser", "push", "server"];

export interface Languages {
  /** English first. */
  readonly codes: readonly string[];
  readonly features: readonly string[];
  readonly table: (language: string, feature: string) => Table;
}

export const FOLDER = fileURLToPath(new URL("../../src/locales/", import.meta.url));
/** The names of the catalogue's products, which `dev/catalogue.ts` reads. */
const PRODUCTS = "products.json";

export function readLanguages(folder = FOLDER): Languages {
  const codes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => Number(b === "en") - Number(a === "en") || a.localeCompare(b));
  const filesOf = (code: string) =>
    readdirSync(`${folder}/${code}`)
      .filter((file) => file !== PRODUCTS)
      .map((file) => file.replace(/\.json$/, ""));
  const features = filesOf("en");
  const tables = new Map<string, Table>();
  for (const code of codes) {
    const files = filesOf(code);
    const missing = features.find((feature) => !files.includes(feature));
    const unknown = files.find((file) => !features.includes(file));
    if (missing) throw new Error(`src/locales/${code}/${missing}.json is missing.`);
    if (unknown) throw new Error(`src/locales/${code}/${unknown}.json has no English file.`);
    for (const feature of features) {
      const path = `${code}/${feature}.json`;
      try {
        tables.set(path, JSON.parse(readFileSync(`${folder}/${path}`, "utf8")) as Table);
      } catch (error) {
        throw new Error(`src/locales/${path}: ${String(error)}`, { cause: error });
      }
    }
  }
  const languages: Languages = {
    codes,
    features,
    table: (code, feature) => tables.get(`${code}/${feature}.json`) ?? {},
  };
  const found = findProblems(languages);
  if (found.length > 0) throw new Error(`The texts have problems:\n${found.join("\n")}`);
  return languages;
}

const isObject = (table: Table | undefined): table is { readonly [key: string]: Table } =>
  typeof table === "object" && !Array.isArray(table);

function attempt<T>(what: () => T): T | string {
  try {
    return what();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the problems of one text, which has to have the arguments of the English one. */
function textProblems(code: string, path: string, text: string, english: readonly Argument[]): string[] {
  const given = attempt(() => {
    const parts = parse(text);
    checkForms(parts, code);
    return argumentsOf(parts);
  });
  if (typeof given === "string") return [`${code}/${path}: ${given}`];
  const has = (args: readonly Argument[], name: string) => args.some((argument) => argument.name === name);
  return [
    ...given.flatMap(({ name }) => (has(english, name) ? [] : [`${code}/${path}: {${name}} is not an argument`])),
    ...english.flatMap(({ name, isShown }) =>
      isShown && !has(given, name) ? [`${code}/${path}: {${name}} is missing`] : [],
    ),
  ];
}

type Translations = ReadonlyMap<string, Table | undefined>;

/** Returns the problems of an English text and its translations. */
function translationProblems(path: string, english: string, translations: Translations): string[] {
  const own = attempt(() => argumentsOf(parse(english)));
  const found = textProblems("en", path, english, typeof own === "string" ? [] : own);
  for (const [code, text] of translations) {
    if (typeof text !== "string" || (text.trim() === "" && english.trim() !== ""))
      found.push(`${code}/${path} is missing`);
    else if (typeof own !== "string") found.push(...textProblems(code, path, text, own));
  }
  return found;
}

/** Returns the problems of a table of texts, and of the tables in it. */
function tableProblems(path: string, english: Table, translations: Translations): string[] {
  if (typeof english === "string") return translationProblems(path, english, translations);
  // An empty object in English allows any keys (for example categories), which must be the same in other languages.
  const keys =
    Object.keys(english).length > 0
      ? Object.keys(english)
      : [...new Set([...translations.values()].flatMap((each) => Object.keys(isObject(each) ? each : {})))];
  const found = [...translations].flatMap(([code, table]) =>
    typeof table !== "object"
      ? [`${code}/${path} is missing`]
      : Object.keys(table).flatMap((key) => (keys.includes(key) ? [] : [`${code}/${path}.${key} is not in English`])),
  );
  const at = (each: Table | undefined, key: string) =>
    typeof each === "object" ? (each as Record<string, Table>)[key] : undefined;
  return found.concat(
    ...keys.map((key) => {
      const entries = [...translations].map(([code, each]) => [code, at(each, key)] as const);
      return tableProblems(`${path}.${key}`, at(english, key) ?? "", new Map(entries));
    }),
  );
}

/** Returns the problems of translations, with their locations. */
export function findProblems({ codes, features, table }: Languages): string[] {
  const translated = codes.filter((code) => code !== "en");
  return features.flatMap((feature) =>
    tableProblems(feature, table("en", feature), new Map(translated.map((code) => [code, table(code, feature)]))),
  );
}

/** Returns the texts of a feature as JavaScript, with parameters in the order of the English texts. */
export function script(languages: Languages, code: string, feature: string): string {
  const write = (own: Table, english: Table | undefined): string => {
    if (typeof own === "string")
      return compile(
        parse(own),
        code,
        typeof english === "string" ? argumentsOf(parse(english)).map(({ name }) => name) : [],
      );
    if (Array.isArray(own))
      return `[${own.map((each, index) => write(each as Table, (english as readonly Table[])[index])).join(",")}]`;
    return `{${Object.entries(own)
      .map(([key, each]) => `${JSON.stringify(key)}:${write(each, isObject(english) ? english[key] : undefined)}`)
      .join(",")}}`;
  };
  return write(languages.table(code, feature), languages.table("en", feature));
}

/** Returns the names of the functions that give a feature's texts: outside and inside of components. */
export function accessors(feature: string): readonly [name: string, hook: string] {
  const name = feature.replace(/-./g, ([, letter = ""]) => letter.toUpperCase());
  return [`${name}Strings`, `use${name.charAt(0).toUpperCase()}${name.slice(1)}Strings`];
}

/** Returns the TypeScript types of all texts. */
export function types(languages: Languages): string {
  const write = (table: Table): string => {
    if (typeof table === "string") {
      const args = argumentsOf(parse(table));
      return args.length === 0
        ? "string"
        : `(${args.map(({ name, isNumber }) => `${name}: ${isNumber ? "number" : "string | number"}`).join(", ")}) => string`;
    }
    if (Array.isArray(table)) return "readonly string[]";
    const entries = Object.entries(table);
    return entries.length === 0
      ? "Readonly<Record<string, string>>"
      : `{ ${entries.map(([key, each]) => `readonly ${JSON.stringify(key)}: ${write(each)}`).join("; ")} }`;
  };
  const feature = (name: string) => `Sentences[${JSON.stringify(name)}]`;
  return [
    "// Generated by `npm run strings` (`dev/languages`).",
    `type SiteLanguage = ${languages.codes.map((code) => JSON.stringify(code)).join(" | ")};`,
    `interface Sentences {\n${languages.features.map((name) => `  readonly ${JSON.stringify(name)}: ${write(languages.table("en", name))};`).join("\n")}\n}`,
    `type BundledSentences = Omit<Sentences, ${OUTSIDE.map((name) => JSON.stringify(name)).join(" | ")}>;`,
    `declare module "virtual:languages" {\n  export const others: readonly Exclude<SiteLanguage, "en">[];\n}\n\ndeclare module "virtual:language-files" {\n  export const load: Readonly<Record<Exclude<SiteLanguage, "en">, () => Promise<{ readonly default: BundledSentences }>>>;\n}`,
    ...languages.codes.map(
      (code) =>
        `declare module "virtual:language/${code}" {\n  const sentences: BundledSentences;\n  export default sentences;\n}`,
    ),
    ...languages.features.flatMap((name) => [
      `declare module "virtual:strings/${name}" {\n${accessors(name)
        .map((each) => `  export function ${each}(): ${feature(name)};`)
        .join("\n")}\n}`,
      `declare module "virtual:translations/${name}" {\n  const translations: Readonly<Record<SiteLanguage, ${feature(name)}>>;\n  export default translations;\n}`,
      `declare module "virtual:translation/${name}/*" {\n  const translation: ${feature(name)};\n  export default translation;\n}`,
    ]),
    "",
  ].join("\n");
}
