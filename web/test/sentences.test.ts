import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "virtual:language/en";
import { FIXED } from "./specified";

const fixed = Object.entries(FIXED).flatMap(([section, texts]) => texts.map((text) => ({ section, text })));

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [(value as (n: number) => string)(1)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const said = new Set(textsOf(english));

/** The tests by their files, as they are written. */
const specs = new Map(
  readdirSync("e2e")
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => [file.replace(/(\.wide)?\.spec\.ts$/, ""), readFileSync(`e2e/${file}`, "utf8")]),
);
describe("the specification's texts", () => {
  it.each(fixed)("§$section is said verbatim: $text", ({ text }) => expect(said).toContain(text));
});

/**
 * The table that says for each sentence which test checks it: `file: beginning of a title …; another title;
 * unit.test.ts`.
 */
describe("the table of e2e/SPEC.md", () => {
  const rows = readFileSync("e2e/SPEC.md", "utf8")
    .split("\n")
    .filter((line) => /^\| [\d–]/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const units = ["src", "test"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => /\.test\.tsx?$/.test(path));
  const titles = (source: string) =>
    [...source.matchAll(/\b(?:test|describe)\(\s*(["'`])(.*?)\1\s*,/gs)].map(([, , title = ""]) => title);

  it("has a row for every part", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows.map((cells) => ({ sentence: cells[2] ?? "", tests: cells[3] ?? "" })))(
    "names tests that exist: $sentence",
    ({ tests }) => {
      expect(tests).not.toBe("");
      let spec: string | undefined;
      for (const reference of tests.split(";").map((part) => part.trim())) {
        const unit = /^\S+\.test\.tsx?$/.exec(reference);
        if (unit) {
          expect(
            units.filter((path) => path.endsWith(`/${reference}`)),
            reference,
          ).toHaveLength(1);
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
        expect(
          titles(source ?? "").filter((other) => other.startsWith(title)),
          `${spec}: ${title}`,
        ).not.toEqual([]);
      }
    },
  );
});
