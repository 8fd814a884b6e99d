import { describe, expect, it } from "vitest";
import english from "virtual:language/en";
import { FIXED, VARYING } from "./specified";

const fixed = Object.entries(FIXED).flatMap(([section, texts]) => texts.map((text) => ({ section, text })));

function textsOf(value: unknown, ...values: readonly (string | number)[]): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [(value as (...all: readonly unknown[]) => string)(...values)];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => textsOf(each, ...values))
    : [];
}

const englishTexts = new Set(textsOf(english, 1));

// That the code reads each text is checked by its types: `npm run strings -- --unused`.
describe("the specification's texts", () => {
  it.each(fixed)("§$section is there verbatim: $text", ({ text }) => expect(englishTexts).toContain(text));

  it.each(VARYING)("§%i is there verbatim: %s", (_, text, example) => {
    const values = Object.values(example);
    const filled = text.replace(/\{(\w+)\}/g, (__, name: string) => String(example[name]));
    const texts = [values, [1], ["Unknown error"]].flatMap((given) => textsOf(english, ...given));
    expect(texts).toContain(filled);
  });
});
