import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LOCALES_DIRECTORY = join(import.meta.dirname, "../../src/locales");

/** The locale of each language of the site, such as "de-DE". */
export const SUPPORTED_LOCALES = readdirSync(LOCALES_DIRECTORY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `${name}-${new Intl.Locale(name).maximize().region ?? ""}`);

/**
 * Returns a text of the site in a locale's language: `textOf("de-DE", "items.more", { name: "Milk" })`. Supports
 * arguments, but no plurals.
 */
export function textOf(locale: string, key: string, values: Readonly<Record<string, string>> = {}): string {
  const [file, ...path] = key.split(".");
  let found: unknown = JSON.parse(readFileSync(join(LOCALES_DIRECTORY, locale.slice(0, 2), `${file}.json`), "utf8"));
  for (const step of path) found = (found as Record<string, unknown>)[step];
  if (typeof found !== "string" || found.includes("plural,"))
    throw new Error(`${key} is missing or has plurals in ${locale}`);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
