import { storage } from "../../../lib/browser/storage";

/** Recipe sites with their search addresses; `{q}` is replaced by the foods. */
export const RECIPE_SITES = [
  { id: "allrecipes", name: "Allrecipes", address: "https://www.allrecipes.com/search?q={q}" },
  { id: "bbcgoodfood", name: "BBC Good Food", address: "https://www.bbcgoodfood.com/search?q={q}" },
  { id: "chefkoch", name: "Chefkoch", address: "https://www.chefkoch.de/rs/s0/{q}/Rezepte.html" },
  { id: "marmiton", name: "Marmiton", address: "https://www.marmiton.org/recettes/recherche.aspx?aqt={q}" },
] as const;
/** Recipe managers on the household's own server, whose address the user types. */
export const OWN_SERVERS = [
  { id: "mealie", name: "Mealie", path: "/g/home?search={q}" },
  { id: "tandoor", name: "Tandoor", path: "/advanced?query={q}" },
] as const;

export interface RecipeSite {
  /** The id of a recipe site or a recipe manager, or "other". */
  readonly id: string;
  /** The address of the server, or of another site's search. */
  readonly own: string;
}

const KEY = "larder.recipe-site";
const BY_COUNTRY: Readonly<Record<string, string>> = {
  GB: "bbcgoodfood",
  IE: "bbcgoodfood",
  AU: "bbcgoodfood",
  NZ: "bbcgoodfood",
  DE: "chefkoch",
  AT: "chefkoch",
  CH: "chefkoch",
  FR: "marmiton",
  BE: "marmiton",
  LU: "marmiton",
};
const BY_LANGUAGE: Readonly<Record<string, string>> = { de: "chefkoch", fr: "marmiton" };

/** Returns the site of the browser's language or, if it has none, of its country. */
export function defaultSite(locale: string): RecipeSite {
  const [language = "", ...rest] = locale.split("-");
  const country = rest.find((part) => /^[A-Z]{2}$/.test(part)) ?? "";
  return { id: BY_LANGUAGE[language] ?? BY_COUNTRY[country] ?? "allrecipes", own: "" };
}

/** Returns the site that the user has chosen, else the default one. */
export function savedSite(locale: string): RecipeSite {
  try {
    const { id, own } = JSON.parse(storage.get(KEY) ?? "null") as Partial<RecipeSite>;
    if (typeof id === "string" && typeof own === "string") return { id, own };
  } catch {
    // No site was chosen yet, or the entry is invalid.
  }
  return defaultSite(locale);
}

export function saveSite(site: RecipeSite): void {
  storage.set(KEY, JSON.stringify(site));
}

/** Returns true if the user has to type the address of the site. */
export function needsAddress({ id }: RecipeSite): boolean {
  return !RECIPE_SITES.some((site) => site.id === id);
}

/** Returns the address of a search for these foods; undefined while the typed address is invalid. */
export function searchAddress({ id, own }: RecipeSite, foods: readonly string[]): string | undefined {
  const preset = RECIPE_SITES.find((site) => site.id === id);
  const path = OWN_SERVERS.find((server) => server.id === id)?.path ?? "";
  const typed = own.trim().replace(path === "" ? "" : /\/+$/, "");
  const pattern =
    preset?.address ?? `${/^https?:\/\//i.test(typed) || typed === "" ? typed : `https://${typed}`}${path}`;
  if (!pattern.includes("{q}")) return undefined;
  const address = pattern.replaceAll("{q}", encodeURIComponent(foods.join(" ")));
  try {
    const { protocol, hostname } = new URL(address);
    return /^https?:$/.test(protocol) && hostname !== "" ? address : undefined;
  } catch {
    return undefined;
  }
}
