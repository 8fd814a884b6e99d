import type { CATEGORIES } from "../domain/products";

type Category = (typeof CATEGORIES)[number];

/**
 * The tags of the Open Food Facts taxonomy for each category of the catalogue. A product's tags go from general to
 * specific, and the most specific tag that is listed here decides.
 */
const TAGS: Readonly<Record<Category, string>> = {
  "Dairy & Eggs":
    "dairies dairy-drinks milks butters cheeses creams desserts-dairy dairy-desserts dairy-spreads eggs chicken-eggs fermented-milk-products milk-substitutes milk-substitute plant-milks plant-based-milk-alternatives yogurts",
  "Meat & Poultry":
    "meats meats-and-their-products meat-preparations prepared-meats poultries chickens turkeys beef pork hams sausages salamis bacon cold-cuts meat-alternatives meat-analogues fishes-and-their-products seafood fishes fresh-fishes smoked-fishes tofu",
  Fruits: "fruits fresh-fruits fresh-fruit berries citrus apples bananas",
  Vegetables:
    "vegetables fresh-vegetables salads fresh-salads leaf-vegetables mushrooms potatoes fresh-herbs prepared-vegetables",
  "Bread & Bakery":
    "breads sliced-breads viennoiseries pastries buns rolls baguettes wraps tortillas flatbreads crepes-and-galettes crepes pancakes cakes",
  "Pantry Staples":
    "cereals-and-potatoes cereals-and-their-products cereal-grains rices pastas noodles flours breakfast-cereals mueslis groceries condiments sauces spices dried-products legumes-and-their-products pulses fats oils vegetable-oils vinegars sugars sweeteners honeys spreads sweet-spreads salted-spreads jams dried-fruits nuts cooking-helpers baking-ingredients soups dehydrated-soups bee-products",
  "Canned & Jarred":
    "canned-foods canned-vegetables canned-fruits canned-fishes canned-plant-based-foods canned-meats canned-legumes canned-soups canned-tomatoes canned-cereals pickles pickled-vegetables olives tomato-pastes",
  "Frozen Foods":
    "frozen-foods frozen-desserts ice-creams ice-creams-and-sorbets frozen-vegetables frozen-fruits frozen-pizzas frozen-fishes frozen-meals",
  Beverages:
    "beverages beverages-and-beverages-preparations waters mineral-waters juices-and-nectars fruit-juices sodas alcoholic-beverages wines beers hot-beverages coffees teas syrups plant-based-beverages",
  Snacks:
    "snacks sweet-snacks salty-snacks biscuits-and-cakes biscuits biscuits-and-crackers chocolates cocoa-and-its-products confectioneries candies chips-and-fries crisps crackers bars appetizers",
  "Health & Beauty": "open-beauty-facts dietary-supplements cosmetics hygiene",
  "Cleaning Supplies": "household-products cleaning-products detergents",
};
const CATEGORY_OF = new Map(
  (Object.entries(TAGS) as [Category, string][]).flatMap(([category, tags]) =>
    tags.split(" ").map((tag): [string, Category] => [`en:${tag}`, category]),
  ),
);

/** Categories with priority over others: frozen spinach is frozen food. */
const PRESERVED: ReadonlySet<Category> = new Set(["Frozen Foods", "Canned & Jarred"]);

export function categoryOfTags(tags: readonly string[]): Category | undefined {
  const categories = tags.flatMap((tag) => CATEGORY_OF.get(tag) ?? []);
  return categories.find((category) => PRESERVED.has(category)) ?? categories.at(-1);
}
