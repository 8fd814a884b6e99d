import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LOCALES = join(import.meta.dirname, "../../src/locales");

/** Every language of the site as a browser names it ("de-DE"): a new one is tested automatically. */
export const LOCALES_SHIPPED = readdirSync(LOCALES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `${name}-${new Intl.Locale(name).maximize().region ?? ""}`);

/**
 * A sentence of the site in the language of a locale: `say("de-DE", "items.more", { name: "Milk" })`. Of ICU it knows
 * arguments, which is all that names of controls have.
 */
export function say(locale: string, address: string, given: Readonly<Record<string, string>> = {}): string {
  const [file, ...path] = address.split(".");
  let found: unknown = JSON.parse(readFileSync(join(LOCALES, locale.slice(0, 2), `${file}.json`), "utf8"));
  for (const step of path) found = (found as Record<string, unknown>)[step];
  if (typeof found !== "string" || found.includes("plural,"))
    throw new Error(`${address} is no plain sentence of ${locale}`);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");
}
