import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FIXED, VARYING } from "./sentences";

const fixed = Object.entries(FIXED).flatMap(([section, texts]) => texts.map((text) => ({ section, text })));
const varying = VARYING.map(([section, text, values, said]) => ({ section, text, values, said }));

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [(value as (n: number) => string)(1)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const english = new Set<string>();
for (const feature of readdirSync("src/locales/en").map((file) => file.replace(/\.ts$/, ""))) {
  const locale = (await import(`../src/locales/en/${feature}.ts`)) as Record<string, unknown>;
  for (const text of textsOf(locale)) english.add(text);
}

/** The tests by their files, as they are written. */
const specs = new Map(readdirSync("e2e").filter((file) => file.endsWith(".spec.ts")).map((file) => [file.replace(/(\.wide)?\.spec\.ts$/, ""), readFileSync(`e2e/${file}`, "utf8")]));
const allSpecs = [...specs.values()].join("\n").replaceAll("\\'", "'").replaceAll('\\"', '"');

describe("the specification's texts", () => {
  it.each(fixed)("§$section is said verbatim: $text", ({ text }) => expect(english).toContain(text));

  it.each(varying)("§$section is said verbatim: $text", ({ text, values, said }) => {
    expect(Object.entries(values).reduce((whole, [name, value]) => whole.replace(`{${name}}`, String(value)), text)).toBe(said);
  });

  it.each(fixed)("§$section is looked for in the browser: $text", ({ text }) => expect(allSpecs.includes(text), `no test of e2e/ names "${text}"`).toBe(true));

  it.each(varying.filter(({ values }) => Object.keys(values).length > 0))("§$section is looked for in the browser: $text", ({ text }) => {
    const [before = "", after = ""] = text.split(/\{\w+\}/).slice(-2);
    // With whatever value the test happens to have, or as a pattern.
    const escaped = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, (character) => `\\\\?\\${character}`);
    expect(allSpecs, `no test of e2e/ names "${text}"`).toMatch(new RegExp(`${escaped(before)}.{1,24}${escaped(after)}`));
  });
});

/** The table that says for each sentence which test checks it: `file: beginning of a title …; another title; unit.test.ts`. */
describe("the table of e2e/SPEC.md", () => {
  const rows = readFileSync("e2e/SPEC.md", "utf8").split("\n").filter((line) => /^\| [\d–]/.test(line)).map((line) => line.split("|").map((cell) => cell.trim()));
  const units = ["src", "test"].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`)).filter((path) => /\.test\.tsx?$/.test(path));
  const titles = (source: string) => [...source.matchAll(/\b(?:test|describe)\(\s*(["'`])(.*?)\1\s*,/gs)].map(([, , title = ""]) => title);

  it("has a row for every part", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows.map((cells) => ({ sentence: cells[2] ?? "", tests: cells[3] ?? "" })))("names tests that exist: $sentence", ({ tests }) => {
    expect(tests).not.toBe("");
    let spec: string | undefined;
    for (const reference of tests.split(";").map((part) => part.trim())) {
      const unit = /^\S+\.test\.tsx?$/.exec(reference);
      if (unit) {
        expect(units.filter((path) => path.endsWith(`/${reference}`)), reference).toHaveLength(1);
        continue;
      }
      const rust = /^\S+\.rs$/.exec(reference);
      if (rust) {
        expect(existsSync(`../${reference}`), reference).toBe(true);
        continue;
      }
      const named = /^([a-z]+): (.*)$/.exec(reference);
      if (named) spec = named[1];
      const title = (named?.[2] ?? reference).replace(/ ?…$/, "");
      const source = specs.get(spec ?? "");
      expect(source, `${spec ?? reference}.spec.ts`).toBeDefined();
      if (title === "all") continue;
      expect(titles(source ?? "").filter((other) => other.startsWith(title)), `${spec}: ${title}`).not.toEqual([]);
    }
  });
});
