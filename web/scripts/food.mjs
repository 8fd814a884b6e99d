// Writes the pictures of food to `src/ui/food.svg`: Fluent Emoji (flat), by Microsoft, MIT License. Each kind of food and
// each category is a symbol. Run after a change of the table:
// `npm install --no-save @iconify-json/fluent-emoji-flat@1.2.6 && npm run food`.
import { readFile, writeFile } from "node:fs/promises";

/** The kinds of `shared/data/storage.json` and the categories (`in-…`) by picture. */
const PICTURES = {
  "glass-of-milk":
    "milk lactosefree uht plantmilk probiotic kefir buttermilk cream creamer whippedcream condensedmilk milkpowder eggnog in-dairy",
  "bowl-with-spoon": "yogurt quark cereal oats",
  butter: "butter ghee margarine",
  "cheese-wedge": "cheese parmesan vegancheese softcheese",
  egg: "eggs egganother",
  custard: "pudding",
  "poultry-leg": "chicken turkey rotisserie frozenchicken",
  "cut-of-meat": "beef groundbeef pork in-meat",
  "meat-on-bone": "lamb",
  bacon: "bacon salami curedham ham lunchmeat jerky",
  "hot-dog": "hotdog sausage smokedsausage",
  falafel: "plantmeat tofu",
  fish: "salmon whitefish smokedfish matjes herring caviar anchovy frozenfish in-seafood",
  shrimp: "shrimp",
  crab: "surimi",
  banana: "banana",
  "red-apple": "apple pear pomegranate in-fruit",
  "kiwi-fruit": "kiwi",
  mango: "mango",
  strawberry: "strawberry",
  cherries: "berries cranberry",
  blueberries: "blueberry frozenfruit",
  tangerine: "citrus",
  grapes: "grapes driedfruit",
  watermelon: "melon cutfruit",
  coconut: "freshcoconut",
  avocado: "avocado",
  tomato: "tomato",
  "leafy-green":
    "lettuce saladmix bitterleaf kale celery cabbage leek greenonion artichoke asparagus rhubarb in-vegetable",
  herb: "herbs",
  carrot: "carrots",
  "ginger-root": "roots",
  broccoli: "broccoli",
  "pea-pod": "greenbeans frozenveg",
  "ear-of-corn": "corn",
  cucumber: "cucumber",
  "roasted-sweet-potato": "wintersquash",
  "bell-pepper": "peppers",
  "hot-pepper": "kimchi",
  "brown-mushroom": "mushroom",
  onion: "onion",
  garlic: "garlic",
  potato: "potato",
  "french-fries": "frozenpotato chips",
  bread: "bread breadcrumbs in-bakery",
  bagel: "rolls",
  "baguette-bread": "garlicbread",
  flatbread: "tortilla",
  shortcake: "cake",
  doughnut: "doughnut",
  croissant: "danish",
  pie: "pastrysavory doughchilled",
  "cooked-rice": "rice grains",
  spaghetti: "pasta freshpasta gnocchi",
  "sheaf-of-rice": "flour baking freshyeast",
  salt: "sugar spice extract",
  "honey-pot": "honey",
  olive: "oil vinegar",
  jar: "sauce pastasauce mayo mustard dressing jam",
  "canned-food": "canned cannedacid in-pantry",
  "pot-of-food": "broth soupmix",
  peanuts: "nuts",
  beans: "hummus",
  "green-salad": "prepsalad",
  "bento-box": "meal frozenmeal",
  sushi: "sushi",
  "baby-bottle": "babyfood",
  pizza: "pizza",
  ice: "in-frozen",
  "ice-cream": "icecream",
  droplet: "water",
  "cup-with-straw": "soda icedtea protein in-beverages",
  "beverage-box": "juice shelfjuice",
  "hot-beverage": "coffee coffeedrink instantcoffee",
  "teacup-without-handle": "tea",
  "beer-mug": "beer",
  "wine-glass": "wine",
  "tumbler-glass": "spirits",
  popcorn: "popcorn",
  pretzel: "crackers",
  cookie: "cookies in-snacks",
  "chocolate-bar": "bar chocolate",
  candy: "candy",
  "lotion-bottle": "beauty",
  soap: "cleaning in-household",
  "roll-of-paper": "household",
  package: "in-other",
};

const set = new URL("../node_modules/@iconify-json/fluent-emoji-flat/icons.json", import.meta.url);
const { icons } = JSON.parse(await readFile(set, "utf8"));
const symbols = Object.entries(PICTURES).flatMap(([picture, names]) => {
  const [first, ...others] = names.split(" ");
  return [
    `<symbol id="${first}" viewBox="0 0 32 32">${icons[picture].body}</symbol>`,
    ...others.map((name) => `<symbol id="${name}" viewBox="0 0 32 32"><use href="#${first}"/></symbol>`),
  ];
});
const svg = `<!-- Fluent Emoji, Copyright (c) Microsoft Corporation, MIT License -->
<svg xmlns="http://www.w3.org/2000/svg">
${symbols.join("\n")}
</svg>
`;
await writeFile(new URL("../src/ui/food.svg", import.meta.url), svg);
console.log(`food.svg: ${Object.keys(PICTURES).length} pictures, ${svg.length} bytes`);
