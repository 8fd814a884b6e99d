import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { FOLDER, readLanguages } from "./languages/tables.ts";

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

const KINDS = fileURLToPath(new URL("../../shared/data/products.json", import.meta.url));

/** Returns the kinds of food, which name the pictures, by the English names of the products. */
async function readKinds(): Promise<ReadonlyMap<string, string>> {
  const products = JSON.parse(await readFile(KINDS, "utf8")) as readonly { name: string; kind: string }[];
  return new Map(products.map(({ name, kind }) => [name, kind]));
}

/**
 * Returns a German name as a list shows it; the catalogue spells names as receipts do ("fettarme Milch", "Garnelen
 * TK").
 */
export function listName(name: string): string {
  const joined = name.replace(/^TK (?=\p{L})/u, "TK-").replace(/^(\p{Lu}\p{L}*) TK$/u, "TK-$1");
  return joined.charAt(0).toLocaleUpperCase("de") + joined.slice(1);
}

/** Returns the names by the English ones. German names are in the catalogue, others in the language's folder. */
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

type Shelf = readonly [category: string, entries: readonly Entry[]];

function shelvesOf(entries: readonly Entry[]): readonly Shelf[] {
  const categories = [...new Set(entries.map(({ category }) => category))];
  return categories.map((name) => [name, entries.filter(({ category }) => category === name)]);
}

// Browsers parse JSON faster than the same object literal.
const parseCall = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/**
 * Provides the common products of `shared/data/catalogue.json`, reduced to the Browse view's fields. The file's
 * synonyms and sources are for the receipt reader.
 * - `virtual:catalogue`: by category, with their English names and their kinds of food
 * - `virtual:product-names`: the loaders of their names in the other languages
 * - `virtual:product-names/<language>`: their names, in the order of the catalogue
 */
export function catalogue(): Plugin {
  return {
    name: "larder-catalogue",
    resolveId: (id) => (/^virtual:(catalogue$|product-names)/.test(id) ? `\0${id}` : null),
    async load(id) {
      const [, what, code] = /^\0virtual:(catalogue|product-names)(?:\/(.+))?$/.exec(id) ?? [];
      if (what === undefined) return null;
      this.addWatchFile(FILE);
      this.addWatchFile(KINDS);
      if (code !== undefined && code !== "de") this.addWatchFile(`${FOLDER}${code}/products.json`);
      const entries = await readCatalogue();
      if (what === "catalogue") {
        const kinds = await readKinds();
        return `export const shelves = ${parseCall(
          Object.fromEntries(
            shelvesOf(entries).map(([category, shelf]) => [
              category,
              shelf.map(({ name, unit, shelfLifeDays }) => [name, unit, shelfLifeDays, kinds.get(name)]),
            ]),
          ),
        )};`;
      }
      if (code === undefined) {
        const others = readLanguages().codes.filter((each) => each !== "en");
        return `export const load = {${others.map((each) => `${each}:()=>import("virtual:product-names/${each}")`).join(",")}};`;
      }
      const names = await productNames(code, entries);
      return `export default ${parseCall(shelvesOf(entries).flatMap(([, shelf]) => shelf.map(({ name }) => names.get(name) ?? name)))};`;
    },
  };
}
