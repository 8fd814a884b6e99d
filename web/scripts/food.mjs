// Writes `src/ui/styles/food.svg`: a picture for each kind of food whose products are all that food (Fluent Emoji, flat, by
// Microsoft, MIT License), and an icon for each category, in its colour, for all others (Lucide, ISC License). Run after a
// change of the tables: `npm install --no-save @iconify-json/fluent-emoji-flat@1.2.6 && npm run food`.
import { readFile, writeFile } from "node:fs/promises";

/** The kinds of `shared/data/storage.json` by picture. `test/food-pictures.test.ts` has the words of each picture. */
const PICTURES = {
  "glass-of-milk": "milk lactosefree uht plantmilk kefir buttermilk",
  "bowl-with-spoon": "yogurt quark cereal oats",
  butter: "butter",
  "cheese-wedge": "cheese parmesan vegancheese",
  egg: "eggs egganother",
  "poultry-leg": "chicken turkey",
  "cut-of-meat": "beef pork",
  bacon: "bacon",
  "hot-dog": "hotdog",
  fish: "salmon whitefish",
  banana: "banana",
  "red-apple": "apple",
  strawberry: "strawberry",
  blueberries: "blueberry",
  grapes: "grapes",
  coconut: "freshcoconut",
  avocado: "avocado",
  tomato: "tomato",
  "leafy-green": "lettuce saladmix kale",
  carrot: "carrots",
  "ear-of-corn": "corn",
  "bell-pepper": "peppers",
  "brown-mushroom": "mushroom",
  onion: "onion",
  garlic: "garlic",
  potato: "potato",
  bread: "bread",
  "baguette-bread": "garlicbread",
  flatbread: "tortilla",
  doughnut: "doughnut",
  "cooked-rice": "rice",
  spaghetti: "pasta",
  "honey-pot": "honey",
  jar: "pastasauce mayo mustard jam",
  "canned-food": "canned cannedacid",
  "pot-of-food": "broth",
  sushi: "sushi",
  "baby-bottle": "babyfood",
  pizza: "pizza",
  droplet: "water",
  "cup-with-straw": "soda icedtea",
  "beverage-box": "juice shelfjuice",
  "hot-beverage": "coffee",
  "teacup-without-handle": "tea",
  "beer-mug": "beer",
  "wine-glass": "wine",
  "tumbler-glass": "spirits",
  popcorn: "popcorn",
  cookie: "cookies",
  "chocolate-bar": "chocolate",
};

/** The icon of each category. */
const ICONS = {
  dairy: "milk",
  meat: "beef",
  seafood: "fish",
  fruit: "apple",
  vegetable: "carrot",
  bakery: "wheat",
  pantry: "amphora",
  frozen: "snowflake",
  beverages: "cup-soda",
  snacks: "candy",
  household: "house",
  other: "shopping-basket",
};

const set = new URL("../node_modules/@iconify-json/fluent-emoji-flat/icons.json", import.meta.url);
const { icons } = JSON.parse(await readFile(set, "utf8"));
const kinds = JSON.parse(await readFile(new URL("../../shared/data/storage.json", import.meta.url), "utf8"));
const kindsWithPicture = new Set(Object.values(PICTURES).flatMap((ids) => ids.split(" ")));
const symbolOf = (id, target) => `<symbol id="${id}" viewBox="0 0 32 32"><use href="#${target}"/></symbol>`;
const categoryIcons = Object.entries(ICONS).map(async ([category, icon]) => {
  const { __iconData } = await import(`lucide-react/dist/esm/icons/${icon}.mjs`);
  const shapes = __iconData.node.map(([tag, attributes]) => {
    const own = Object.entries(attributes).filter(([name]) => name !== "key");
    const written = own.map(([name, value]) => ` ${name}="${value}"`);
    return `<${tag}${written.join("")}/>`;
  });
  return `<symbol id="in-${category}" viewBox="-2 -2 28 28"><g fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shapes.join("")}</g></symbol>`;
});
const pictures = Object.entries(PICTURES).flatMap(([picture, ids]) => {
  const [first, ...others] = ids.split(" ");
  const symbol = `<symbol id="${first}" viewBox="0 0 32 32">${icons[picture].body}</symbol>`;
  return [symbol, ...others.map((id) => symbolOf(id, first))];
});
const categorySymbols = kinds
  .filter(({ id }) => !kindsWithPicture.has(id))
  .map(({ id, category }) => symbolOf(id, `in-${category.toLowerCase()}`));
const svg = `<!-- Fluent Emoji, Copyright (c) Microsoft Corporation, MIT License. Lucide, ISC License. -->
<svg xmlns="http://www.w3.org/2000/svg">
${[...(await Promise.all(categoryIcons)), ...pictures, ...categorySymbols].join("\n")}
</svg>
`;
await writeFile(new URL("../src/ui/styles/food.svg", import.meta.url), svg);
console.log(`food.svg: ${pictures.length} pictures, ${svg.length} bytes`);
