import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { FOLDER, readLanguages } from "./languages/tables.ts";

/**
 * `virtual:catalogue`: the common products of `shared/data/catalogue.json`, reduced to the Browse view's fields. The
 * file's synonyms and sources are for the receipt reader; without them it has a sixth of the size.
 */
const NAME = "virtual:catalogue";
const RESOLVED = `\0${NAME}`;
const FILE = fileURLToPath(new URL("../../shared/data/catalogue.json", import.meta.url));

interface Entry {
  name: string;
  nameDe: string;
  category: string;
  unit: string;
  shelfLifeDays: number;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { name, nameDe, category, unit, shelfLifeDays } = value as Partial<Entry>;
  return (
    [name, nameDe, category, unit].every((text) => typeof text === "string" && text !== "") &&
    Number.isInteger(shelfLifeDays)
  );
}

/**
 * As a line of a list begins, with a hyphen where German wants one: the file has the names as receipts print them
 * ("fettarme Milch", "TK Gemüse", "Garnelen TK").
 */
export function listName(name: string): string {
  const joined = name.replace(/^TK (?=\p{L})/u, "TK-").replace(/^(\p{Lu}\p{L}*) TK$/u, "TK-$1");
  return joined.charAt(0).toLocaleUpperCase("de") + joined.slice(1);
}

/**
 * By their English names: the German ones are the catalogue's own, which the receipt reader needs; any other language
 * has them in its folder.
 */
export async function productNames(language: string, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  if (language === "de") return new Map(entries.map(({ name, nameDe }) => [name, listName(nameDe)]));
  return new Map(
    Object.entries(JSON.parse(await readFile(`${FOLDER}${language}/products.json`, "utf8")) as Record<string, string>),
  );
}

export async function readCatalogue(): Promise<readonly Entry[]> {
  const entries: unknown = JSON.parse(await readFile(FILE, "utf8"));
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new Error(`${FILE} is not a list of catalogue entries.`);
  return entries;
}

export function catalogue(): Plugin {
  return {
    name: "larder-catalogue",
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      this.addWatchFile(FILE);
      const entries = await readCatalogue();
      const others = readLanguages().codes.filter((code) => code !== "en");
      const names = await Promise.all(others.map((code) => productNames(code, entries)));
      const shelves: Record<string, [name: string, unit: string, days: number, ...names: string[]][]> = {};
      for (const { name, category, unit, shelfLifeDays } of entries)
        (shelves[category] ??= []).push([name, unit, shelfLifeDays, ...names.map((own) => own.get(name) ?? name)]);
      // A string that the browser parses is faster to start than the same literal.
      return `export const languages = ${JSON.stringify(others)};\nexport const shelves = JSON.parse(${JSON.stringify(JSON.stringify(shelves))});`;
    },
  };
}
