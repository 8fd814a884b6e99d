import { describe, expect, it } from "vitest";
import english from "virtual:language/en";
import { FIXED } from "./specified";

const fixed = Object.entries(FIXED).flatMap(([section, texts]) => texts.map((text) => ({ section, text })));

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [(value as (n: number) => string)(1)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const englishTexts = new Set(textsOf(english));

describe("the specification's texts", () => {
  it.each(fixed)("§$section is used verbatim: $text", ({ text }) => expect(englishTexts).toContain(text));
});
