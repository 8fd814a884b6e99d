import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import names from "../../shared/data/categories.json";
import products from "../../shared/data/products.json";
import kinds from "../../shared/data/storage.json";

const svg = readFileSync(new URL("../src/ui/styles/food.svg", import.meta.url), "utf8");
const symbols = [...svg.matchAll(/<symbol id="([^"]+)"[^>]*>(?:<use href="#([^"]+)")?/g)];
const ids = symbols.map(([, id]) => id);

/** The words that name the food of a picture, by its first kind. */
const WORDS: Readonly<Record<string, RegExp>> = {
  milk: /milk|kefir|ayran|whey|coconut drink/,
  yogurt: /yogurt|skyr|quark|fromage frais|cereal|muesli|granola|oats|wheat germ/,
  butter: /butter/,
  cheese: /cheese|camembert|mozzarella|burrata|halloumi|queso|paneer/,
  eggs: /egg/,
  chicken: /chicken|poultry|turkey|duck|goose|quail/,
  beef: /beef|steak|pork|meat|grill/,
  bacon: /bacon/,
  hotdog: /hot dog/,
  salmon: /fish|salmon|trout|tuna|mackerel|bass|cod|tilapia|halibut|pollock|hairtail/,
  banana: /banana|plantain/,
  apple: /apple/,
  strawberry: /strawberr/,
  blueberry: /blueberr/,
  grapes: /grape/,
  freshcoconut: /coconut/,
  avocado: /avocado/,
  tomato: /tomato/,
  lettuce: /lettuce|salad|spinach|arugula|watercress|romaine|kale|chard|greens|bok choy|slaw mix/,
  carrots: /carrot|parsnip/,
  corn: /corn/,
  peppers: /pepper/,
  mushroom: /mushroom|chanterelle/,
  onion: /onion|shallot/,
  garlic: /garlic/,
  potato: /potato/,
  bread: /bread|brioche/,
  garlicbread: /garlic bread/,
  tortilla: /tortilla|taco/,
  doughnut: /donut/,
  rice: /rice/,
  pasta: /pasta|spaghetti|penne|noodle|couscous/,
  honey: /honey|syrup/,
  pastasauce: /sauce|pesto|mayonnaise|mustard|horseradish|jam|butter|spread/,
  canned:
    /canned|chickpea|chili|coconut milk|shoots|pilchard|tomato|applesauce|pickle|olive|sauerkraut|salsa|chutney|chile/,
  broth: /broth|bouillon/,
  sushi: /sushi|kimbap/,
  babyfood: /baby|infant/,
  pizza: /pizza/,
  water: /water/,
  soda: /cola|soda|tonic|drink|spritzer|tea/,
  juice: /juice|kombucha|lemonade|smoothie|drink/,
  coffee: /coffee/,
  tea: /tea/,
  beer: /beer|cider|seltzer|makgeolli/,
  wine: /wine|sake/,
  spirits: /vodka|whiskey|gin|rum|tequila|liqueur/,
  popcorn: /popcorn/,
  cookies: /cookie|cake|biberli|rusk/,
  chocolate: /chocolate|candy bar/,
};

it("draws every kind of food and every category, each once", () => {
  const categories = new Set(Object.values(names).map(([category]) => `in-${category?.toLowerCase()}`));
  expect(new Set(ids)).toEqual(new Set([...kinds.map(({ id }) => id), ...categories]));
  expect(ids).toHaveLength(new Set(ids).size);
});

it("shows a picture only for the food that it shows, and the category's sign otherwise", () => {
  const drawnAs = new Map(symbols.map(([, id = "", of]) => [id, of ?? id]));
  const category = new Map(kinds.map((kind) => [kind.id, `in-${kind.category.toLowerCase()}`]));
  const wrong = products.filter(({ name, kind }) => {
    const picture = drawnAs.get(kind) ?? "";
    return picture !== category.get(kind) && WORDS[picture]?.test(name.toLowerCase()) !== true;
  });
  expect(wrong.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([]);
});
