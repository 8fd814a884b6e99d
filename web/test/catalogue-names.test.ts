import { describe, expect, it, vi } from "vitest";
import { listName, productNames, readCatalogue } from "../dev/catalogue";
import { readLanguages } from "../dev/languages/tables";
import { loadCatalogue } from "../src/lib/domain/products";

it.each([
  ["fettarme Milch", "Fettarme Milch"],
  ["TK Gemüse", "TK-Gemüse"],
  ["Garnelen TK", "TK-Garnelen"],
  ["Äpfel", "Äpfel"],
  ["Öl", "Öl"],
])("lists %s as %s", (printed, listed) => expect(listName(printed)).toBe(listed));

describe.each(readLanguages().codes.filter((code) => code !== "en"))("in %s", (code) => {
  it("has a unique name for every product, and no other names", async () => {
    const entries = await readCatalogue();
    const names = await productNames(code, entries);
    expect([...names.keys()].filter((name) => !entries.some((entry) => entry.name === name))).toEqual([]);
    expect(entries.map(({ name }) => name).filter((name) => !names.get(name))).toEqual([]);
    expect(new Set(names.values()).size).toBe(names.size);
  });

  it("starts every name with a capital letter or digit", async () => {
    vi.stubGlobal("navigator", { languages: [code] });
    for (const products of (await loadCatalogue()).values())
      for (const { names } of products) expect(names[code as keyof typeof names]).toMatch(/^[\p{Lu}\d]/u);
  });
});
