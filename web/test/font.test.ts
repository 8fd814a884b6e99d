import { expect, it } from "vitest";
import files from "../scripts/font-characters.json";

const texts = import.meta.glob<string>("../src/locales/*/*.json", { query: "?raw", import: "default", eager: true });

/** Invisible characters, and an arrow that the face does not have. */
const NOT_IN_THE_FACE = "\u00ad\u2060→";

it("has the characters of all texts, which would otherwise come from a font of the system", () => {
  const characters = Object.values(files).map((file) => file.characters);
  const known = new Set(characters.concat(NOT_IN_THE_FACE).join(""));
  const missing = Object.values(texts).flatMap((text) => [...text].filter((one) => one > "~" && !known.has(one)));
  expect([...new Set(missing)]).toEqual([]);
});
