import { describe, expect, it } from "vitest";
import { fieldsFor, parseProduct } from "./product-response";
import recorded from "./fixtures/answers.json";

const parseRecorded = (code: string, language = "en") =>
  parseProduct(recorded[code as keyof typeof recorded], code, language);
const responseOf = (product: unknown, rest: object = {}) => ({ code: "4006381333931", status: 1, product, ...rest });
const parse = (product: unknown) => parseProduct(responseOf(product), "4006381333931", "de");

describe("recorded answers", () => {
  it.each([
    ["0737628064502", "Thai Kitchen Thai peanut noodle kit", 155, "g", "Pantry Staples"],
    ["0849092103196", "Cock Brand Young Baby Corn Medium", 425, "g", "Canned & Jarred"],
    ["22007377", "Imperial Grain Jasmine Rice", 1, "kg", "Pantry Staples"],
    ["3502110000880", "Pepsi 2 L", 2000, "ml", "Beverages"],
    ["3551100749018", "Allergo Biscuits fourrés abricot", 175, "g", "Snacks"],
    ["3560070976867", "Carrefour Brownies No Gluten !*", 240, "g", "Bread & Bakery"],
    ["4000539770708", "Lindt Père Noël Chocolat au Lait", 125, "g", "Snacks"],
    ["4388858946739", "ja! Langkorn Spitzenreis", 400, "g", "Pantry Staples"],
    ["5010251168577", "Morrisons British Whole Milk", 568, "ml", "Dairy & Eggs"],
    ["5410228196693", "Jupiler Bière Tauro", 330, "ml", "Beverages"],
    ["8424259826051", "Gerblé Bebida de soja ecológica", 1, "l", "Dairy & Eggs"],
    [
      "8585002476821",
      "Maggi Papillottes Spécial Poêle Saumon à l'aneth et au jus de citron",
      23.2,
      "g",
      "Pantry Staples",
    ],
    ["9300601768226", "Coles Hommus Mini Dips", 180, "g", "Pantry Staples"],
    ["9300650658615", "Vegemite", 600, "g", "Pantry Staples"],
    ["3242272260059", "Sodebo XtremBox - Radiatori Carbonara", 400, "g", undefined],
  ])("reads %s as %s", (code, name, quantity, unit, category) => {
    const product = parseRecorded(code);
    expect(product?.name.startsWith(name), product?.name).toBe(true);
    expect(product).toMatchObject({ size: { quantity, unit } });
    expect(product?.category).toBe(category);
  });

  it("ignores a placeholder name", () => {
    expect(parseRecorded("4029764001906", "de")).toEqual({
      name: "Club-Mate Zero",
      title: "Club-Mate Zero",
      category: "Beverages",
      size: { quantity: 500, unit: "ml" },
    });
  });

  it("returns null for a product without a name, or that was not found", () => {
    expect(parseRecorded("5054070608074")).toBeNull();
    expect(parseRecorded("7640101710236")).toBeNull();
    expect(parseRecorded("12345678")).toBeNull();
  });

  it("reads all of them in several languages", () => {
    for (const code of Object.keys(recorded))
      for (const language of ["en", "de", "fr"]) expect(() => parseRecorded(code, language), code).not.toThrow();
  });
});

it("prefers the name in the app's language", () => {
  const product = { product_name: "Whole milk", product_name_de: "Vollmilch", product_name_fr: "Lait entier" };
  expect(parseProduct(responseOf(product), "4006381333931", "de")?.name).toBe("Vollmilch");
  expect(parseProduct(responseOf({ ...product, product_name_de: " " }), "4006381333931", "de")?.name).toBe(
    "Whole milk",
  );
  expect(parse({ product_name: "", generic_name: "Milch" })?.name).toBe("Milch");
});

it("adds the brand unless the name has it", () => {
  expect(parse({ product_name: "Spaghetti n°5", brands: "Barilla, Barilla Group" })?.name).toBe(
    "Barilla Spaghetti n°5",
  );
  expect(parse({ product_name: "Kit-Kat Chunky", brands: "KitKat,Nestlé" })?.name).toBe("Kit-Kat Chunky");
});

it("ignores fields of the wrong type", () => {
  expect(
    parse({ product_name: "Rice", brands: ["a"], quantity: { g: 500 }, categories_tags: { "en:rices": 1 } }),
  ).toEqual({ name: "Rice", title: "Rice" });
  expect(parse({ product_name: ["Rice"], generic_name: null })).toBeNull();
  expect(parse({ product_name: "Rice", categories_tags: [null, 3, "en:rices"] })?.category).toBe("Pantry Staples");
});

it.each([
  ["500 g", 500, "g"],
  ["0,5 kg", 500, "g"],
  ["75cl", 750, "ml"],
  ["6 x 33 cl", 1980, "ml"],
  ["400 g ℮", 400, "g"],
  ["250g (2 x 125g)", 250, "g"],
  ["1 pint, 568 ml", 568, "ml"],
])("reads the size %s", (quantity, amount, unit) =>
  expect(parse({ product_name: "x", quantity })?.size).toEqual({ quantity: amount, unit }),
);

it.each(["", "viele", "12 fl oz", "0 g", "9999999 kg", "g".repeat(100_000), "1".repeat(5_000)])(
  "reads no size from other text (%#)",
  (quantity) => expect(parse({ product_name: "x", quantity })).not.toHaveProperty("size"),
);

it("falls back to the measured size", () =>
  expect(
    parse({ product_name: "x", quantity: "12 fl oz", product_quantity: "355", product_quantity_unit: "ml" })?.size,
  ).toEqual({ quantity: 355, unit: "ml" }));

it("prefers the categories of frozen and canned food", () => {
  const category = (...tags: string[]) =>
    parse({ product_name: "x", categories_tags: tags.map((tag) => `en:${tag}`) })?.category;
  expect(category("plant-based-foods", "vegetables", "frozen-foods", "leaf-vegetables", "spinachs")).toBe(
    "Frozen Foods",
  );
  expect(category("snacks", "unheard-of")).toBe("Snacks");
  expect(category("unheard-of", "constructor")).toBeUndefined();
});

describe("hostile text", () => {
  const name = (text: string) => parse({ product_name: text })?.name;
  it("has no control, direction or private characters, and is one line", () => {
    expect(name("Milk\u202Egpj.exe\u0000\r\n\tx\u200F\u2066\uFEFF\uE000")).toBe("Milkgpj.exe x");
    expect(name("a\uD800b")).toBe("ab");
    expect(name("\u202E\u0000 ")).toBeUndefined();
  });
  it("is plain text with decoded entities", () => {
    expect(name("Salt &amp; Vinegar &quot;crisps&quot;")).toBe('Salt & Vinegar "crisps"');
    expect(name("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
  });
  it("has at most 200 characters", () => {
    const long = name("🥛".repeat(50_000)) ?? "";
    expect([...long]).toHaveLength(200);
    expect(long.endsWith("…")).toBe(true);
    const branded = parse({ product_name: "n".repeat(300), brands: "b".repeat(300) })?.name ?? "";
    expect([...branded]).toHaveLength(200);
  });
  it("has at most two accents on a letter", () => expect(name(`e${"\u0301".repeat(500)}`)).toBe("e\u0301\u0301"));
});

it.each([
  ["nothing", null],
  ["a list", []],
  ["a text", "product found"],
  ["no status", { product: { product_name: "Milk" } }],
  ["another product", responseOf({ product_name: "Milk" }, { code: "3017620422003" })],
  ["a product that is a text", responseOf("Milk")],
  ["a product that is a list", responseOf(["Milk"])],
])("refuses %s", (_, json) => expect(() => parseProduct(json, "4006381333931", "en")).toThrow("The response "));

it("accepts a code without its leading zeros", () =>
  expect(parseProduct({ ...responseOf({ product_name: "x" }), code: 737628064502 }, "0737628064502", "en")?.name).toBe(
    "x",
  ));

it("requests the fields that it reads", () =>
  expect(fieldsFor("de").split(",")).toEqual([
    "code",
    "product_name_de",
    "product_name",
    "generic_name",
    "brands",
    "quantity",
    "product_quantity",
    "product_quantity_unit",
    "categories_tags",
  ]));
