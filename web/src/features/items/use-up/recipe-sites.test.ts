import { expect, it } from "vitest";
import { defaultSite, searchAddress } from "./recipe-sites";

it.each([
  ["en-US", "allrecipes"],
  ["en-GB", "bbcgoodfood"],
  ["de-AT", "chefkoch"],
  ["fr-CH", "marmiton"],
  ["es", "allrecipes"],
])("defaults in the locale %s to %s", (locale, id) => expect(defaultSite(locale).id).toBe(id));

it.each([
  ["chefkoch", "", "https://www.chefkoch.de/rs/s0/Cr%C3%A8me%20%26%20Lauch/Rezepte.html"],
  ["mealie", "https://mealie.example/", "https://mealie.example/g/home?search=Cr%C3%A8me%20%26%20Lauch"],
  ["tandoor", "kitchen.lan:8080", "https://kitchen.lan:8080/advanced?query=Cr%C3%A8me%20%26%20Lauch"],
  ["other", "http://nas/recipes?find={q}", "http://nas/recipes?find=Cr%C3%A8me%20%26%20Lauch"],
])("searches at %s", (id, own, address) => expect(searchAddress({ id, own }, ["Crème", "& Lauch"])).toBe(address));

it.each([
  ["mealie", ""],
  ["other", "https://example.org/search"],
  ["other", "javascript:alert({q})"],
  ["other", "not an address {q}"],
])("returns no address for %s with the typed address %j", (id, own) =>
  expect(searchAddress({ id, own }, ["Milk"])).toBeUndefined(),
);
