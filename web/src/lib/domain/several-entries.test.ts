import { expect, it, vi } from "vitest";
import * as i18n from "../language/i18n";
import { parseEntries, parseLines } from "./several-entries";

it.each([
  ["mince, onions and garlic", ["mince", "onions", "garlic"]],
  ["Hack, Zwiebeln und Knoblauch", ["Hack", "Zwiebeln", "Knoblauch"]],
  ["lait, œufs et beurre", ["lait", "œufs", "beurre"]],
  ["lait, maïs en boîte", ["lait", "maïs en boîte"]],
  ["milk, eggs, and bread", ["milk", "eggs", "bread"]],
  ["salt and vinegar crisps", ["salt and vinegar crisps"]],
  ["milk, ", ["milk"]],
  ["", [""]],
])("reads %j as %j", (text, names) => expect(parseEntries(text).map(({ name }) => name)).toEqual(names));

it("reads the amounts of several entries, and a decimal comma as one entry", () => {
  expect(parseEntries("2 milk, 500 g flour and bread 3")).toEqual([
    { name: "milk", quantity: 2 },
    { name: "flour", quantity: 500, unit: "g" },
    { name: "bread", quantity: 3 },
  ]);
  expect(parseEntries("1,5 kg Mehl")).toEqual([{ name: "Mehl", quantity: 1500, unit: "g" }]);
});

it("reads a pasted list without bullets, headings and ticked lines", () => {
  const list =
    "# Shop\n- [ ] 2 x Butter\n* 500 g Flour\r\n[ ] Soap\n[x] Eggs\n~~Bread~~\n\n1. Milk, fresh\nDairy:\n---\n[ ] 10, Eggs\n";
  expect(parseLines(list)).toEqual([
    { name: "Butter", quantity: 2 },
    { name: "Flour", quantity: 500, unit: "g" },
    { name: "Soap" },
    { name: "Milk, fresh" },
    { name: "Eggs", quantity: 10 },
  ]);
});

it.each([
  ["es", "leche, atún en aceite y pan", ["leche", "atún en aceite", "pan"]],
  ["it", "latte, uova e pane", ["latte", "uova", "pane"]],
  ["nl", "melk, eieren en brood", ["melk", "eieren", "brood"]],
  ["pl", "mleko, jajka i chleb", ["mleko", "jajka", "chleb"]],
  ["pt", "leite, ovos e pão", ["leite", "ovos", "pão"]],
] as const)("splits entries by “and” in %s", (language, text, names) => {
  vi.spyOn(i18n, "language").mockReturnValue(language);
  expect(parseEntries(text).map(({ name }) => name)).toEqual(names);
});
