import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import names from "../../shared/data/categories.json";
import kinds from "../../shared/data/storage.json";

const svg = readFileSync(new URL("../src/ui/food.svg", import.meta.url), "utf8");
const ids = [...svg.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);

it("draws every kind of food and every category, each once", () => {
  const categories = new Set(Object.values(names).map(([category]) => `in-${category?.toLowerCase()}`));
  expect(new Set(ids)).toEqual(new Set([...kinds.map(({ id }) => id), ...categories]));
  expect(ids).toHaveLength(new Set(ids).size);
});
