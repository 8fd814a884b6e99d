import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "virtual:language/en";
import { readLanguages, type Table } from "../dev/languages/tables";
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

/** The last two keys of each English text. */
const keysOf = new Map<string, string[]>();
(function collect(table: Table, keys: readonly string[]) {
  if (typeof table === "string") keysOf.set(table, [...(keysOf.get(table) ?? []), ...keys.slice(-2)]);
  else for (const [key, each] of Object.entries(table)) collect(each as Table, [...keys, key]);
})(Object.fromEntries(readLanguages().features.map((feature) => [feature, readLanguages().table("en", feature)])), []);

const root = new URL("../src/", import.meta.url);
const code = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(file, root), "utf8"))
  .join("\n");
const used = new Set(code.match(/(?<=\.)\w+/g));

describe("the specification's texts", () => {
  it.each(fixed)("§$section is used verbatim: $text", ({ text }) => {
    expect(englishTexts).toContain(text);
    const keys = keysOf.get(text);
    if (keys) expect(keys.some((key) => used.has(key))).toBe(true);
  });

  it.each(VARYING)("§%i is used verbatim: %s", (_, text, example) => {
    const values = Object.values(example);
    const filled = text.replace(/\{(\w+)\}/g, (__, name: string) => String(example[name]));
    const texts = [values, [1], ["Unknown error"]].flatMap((given) => textsOf(english, ...given));
    expect(texts).toContain(filled);
  });
});
