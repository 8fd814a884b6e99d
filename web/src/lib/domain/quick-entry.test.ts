import { expect, it } from "vitest";
import lines from "../../../../shared/data/amount_lines.tsv?raw";
import amounts from "../../../../shared/data/amounts.json";
import { parseEntry } from "./quick-entry";

it.each(amounts.lines as [string, number | null, string, string][])(
  "reads the shared line %j",
  (text, quantity, unit, name) => {
    const amount = quantity === null ? {} : { quantity, ...(unit !== "" && { unit }) };
    expect(parseEntry(text)).toEqual({ name, ...amount });
  },
);

it.each(lines.trim().split("\n").slice(1))("reads the line %j of its language", (row) => {
  const [, line = "", quantity = "", unit = "", name = "", note = ""] = row.split("\t");
  expect(parseEntry(line)).toEqual({
    name,
    ...(quantity !== "" && { quantity: Number(quantity) }),
    ...(unit !== "" && { unit }),
    ...(note !== "" && { note }),
  });
});

it.each([
  ["500 g flour", { name: "flour", quantity: 500, unit: "g" }],
  ["3 x eggs", { name: "eggs", quantity: 3 }],
  ["1,5 kg Mehl", { name: "Mehl", quantity: 1500, unit: "g" }],
  ["1.5 l milk", { name: "milk", quantity: 1500, unit: "ml" }],
  ["2 Dosen Tomaten", { name: "Tomaten", quantity: 2, unit: "can" }],
  ["2 bags of rice", { name: "rice", quantity: 2, unit: "bag" }],
  ["1 dozen eggs", { name: "eggs", quantity: 1, unit: "dozen" }],
  ["2 Gläser", { name: "Gläser", quantity: 2 }],
  ["2 l Milch", { name: "Milch", quantity: 2, unit: "l" }],
  ["1/2 kg flour", { name: "flour", quantity: 500, unit: "g" }],
  ["½ l Sahne", { name: "Sahne", quantity: 500, unit: "ml" }],
  ["Tomaten 2 Dosen", { name: "Tomaten", quantity: 2, unit: "can" }],
  ["200 g de farine", { name: "farine", quantity: 200, unit: "g" }],
  ["200 g d'amandes", { name: "amandes", quantity: 200, unit: "g" }],
  ["1 l de lait", { name: "lait", quantity: 1, unit: "l" }],
  ["2 bouteilles d’eau", { name: "eau", quantity: 2, unit: "bottle" }],
  ["3 boîtes de tomates", { name: "tomates", quantity: 3, unit: "box" }],
  ["une douzaine d'œufs", { name: "œufs", quantity: 1, unit: "dozen" }],
  ["ein Glas Honig", { name: "Honig", quantity: 1, unit: "jar" }],
  ["500 g vom Hackfleisch", { name: "Hackfleisch", quantity: 500, unit: "g" }],
  ["1 1/2 kg flour", { name: "flour", quantity: 1500, unit: "g" }],
  ["1½ kg Mehl", { name: "Mehl", quantity: 1500, unit: "g" }],
  ["1 l lait", { name: "lait", quantity: 1, unit: "l" }],
  ["2 boîtes", { name: "boîtes", quantity: 2 }],
  ["2 boîtes de thon", { name: "thon", quantity: 2, unit: "box" }],
  ["une boîte d'œufs", { name: "œufs", quantity: 1, unit: "box" }],
  ["un pot de miel", { name: "miel", quantity: 1, unit: "tub" }],
  ["3 tablettes de chocolat", { name: "chocolat", quantity: 3, unit: "bar" }],
  ["2 boîtes de conserve de pois", { name: "pois", quantity: 2, unit: "can" }],
  ["1 pain de campagne", { name: "pain de campagne", quantity: 1 }],
  ["une livre de beurre", { name: "beurre", quantity: 500, unit: "g" }],
  ["deux bouteilles de vin", { name: "vin", quantity: 2, unit: "bottle" }],
  ["lait 1 l", { name: "lait", quantity: 1, unit: "l" }],
  ["2 filets de citrons", { name: "citrons", quantity: 2, unit: "bag" }],
  ["1 plaquette de beurre", { name: "beurre", quantity: 1, unit: "pack" }],
  ["4 canettes de bière", { name: "bière", quantity: 4, unit: "can" }],
  ["2 lb beef", { name: "beef", quantity: 2, unit: "lb" }],
  ["1 Tafel Schokolade", { name: "Schokolade", quantity: 1, unit: "bar" }],
  ["2 Tuben Senf", { name: "Senf", quantity: 2, unit: "tube" }],
  ["1 Netz Zitronen", { name: "Zitronen", quantity: 1, unit: "bag" }],
  ["1 Schale Erdbeeren", { name: "Erdbeeren", quantity: 1, unit: "container" }],
  ["1 Kiste Wasser", { name: "Wasser", quantity: 1, unit: "box" }],
  ["2 bars of chocolate", { name: "chocolate", quantity: 2, unit: "bar" }],
  ["1 block of feta", { name: "feta", quantity: 1, unit: "block" }],
  ["two tins of tuna", { name: "tuna", quantity: 2, unit: "can" }],
  ["6x1,5 l Wasser", { name: "Wasser", quantity: 9, unit: "l" }],
  ["500 g", { name: "g", quantity: 500 }],
  ["Bread 2", { name: "Bread", quantity: 2 }],
  ["oat milk 3", { name: "oat milk", quantity: 3 }],
  ["2 milk", { name: "milk", quantity: 2 }],
])("reads %j", (text, entry) => expect(parseEntry(text)).toEqual(entry));

it.each([
  "0 sugar",
  "12",
  "5-minute oats",
  "Type 405 flour",
  "1/3 less fat",
  "x",
  "une tarte",
  "a bar",
  "demi-sel",
  "Omega 3",
  "Farine type 55",
  "Heinz 57",
  "Bread 0",
])("reads %j as a name", (name) => expect(parseEntry(name)).toEqual({ name }));
