import { expect, it } from "vitest";
import { listName } from "../dev/catalogue";
import { loadCatalogue } from "../src/lib/products";

it.each([["fettarme Milch", "Fettarme Milch"], ["TK Gemüse", "TK-Gemüse"], ["Garnelen TK", "TK-Garnelen"], ["Äpfel", "Äpfel"], ["Öl", "Öl"]])("%s is listed as %s", (printed, listed) => expect(listName(printed)).toBe(listed));

it("every German name of the catalogue begins as a line does", async () => {
  for (const products of (await loadCatalogue()).values()) for (const { nameDe } of products) expect(nameDe).toMatch(/^[\p{Lu}\d]/u);
});
