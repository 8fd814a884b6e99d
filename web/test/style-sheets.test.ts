import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => join("src", path));
const withText = (paths: readonly string[]) => paths.map((path) => [path, readFileSync(path, "utf8")] as const);
const sheets = withText(files.filter((path) => path.endsWith(".css")));
const sources = withText(files.filter((path) => /(?<!\.test)\.tsx?$/.test(path)));

/** Returns the classes that a style sheet defines. */
const classesOf = (css: string) =>
  new Set(
    [...css.replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)|"[^"]*"/g, "").matchAll(/\.([a-z][\w-]*)/gi)].map(
      ([, name = ""]) => name,
    ),
  );

/** Such a rule makes the browser search the whole page after each change. */
it("has no :has() of the whole page, except for children", () => {
  expect(sheets.length).toBeGreaterThan(40);
  const rules = sheets.flatMap(([path, css]) =>
    [...css.matchAll(/(?:html|:root|body|#root)\)?:has\((?!> )[^{]*/g)].map(([rule]) => `${path}: ${rule}`),
  );
  expect(rules).toEqual([]);
});

it("defines the classes of its modules that are used, and no others", () => {
  const used = new Map(sheets.map(([path]) => [path, new Set<string>()]));
  for (const [path, source] of sources)
    for (const [, id = "", sheet = ""] of source.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
      const names = used.get(join(dirname(path), sheet));
      const code = source.replaceAll(/^import .*$/gm, "");
      for (const [, name = ""] of code.matchAll(new RegExp(`\\b${id}\\.(\\w+)`, "g"))) names?.add(name);
      // The name is computed.
      if (new RegExp(`\\b${id}\\[`).test(source)) names?.add("*");
    }
  const wrong = sheets
    .filter(([path]) => path.endsWith(".module.css"))
    .flatMap(([path, css]) => {
      const [known, names] = [classesOf(css), used.get(path) ?? new Set<string>()];
      const unused = names.has("*") ? [] : [...known].filter((name) => !names.has(name));
      const unknown = [...names].filter((name) => name !== "*" && !known.has(name));
      return [...unused.map((name) => `${path}: unused ${name}`), ...unknown.map((name) => `${path}: unknown ${name}`)];
    });
  expect(wrong).toEqual([]);
});

const shared = new Set(
  sheets
    .filter(([path]) => /ui\/styles\/(base|primitives|screens)\.css$/.test(path))
    .flatMap(([, css]) => [...classesOf(css)]),
);

/** Returns the words of the string literals in code, without compared strings, comments and computed parts. */
const literalWords = (code: string): string[] =>
  [
    ...code.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$|[!=]==\s*"[^"]*"/gm, "").matchAll(/"([^"\n]*)"|`([^`]*)`/g),
  ].flatMap(([, text, template]) =>
    (text ?? template ?? "")
      .replaceAll(/\$\{[^}]*\}/g, "")
      .split(/\s+/)
      .filter((name) => name !== ""),
  );

it("uses every shared class", () => {
  const words = new Set(sources.flatMap(([, source]) => literalWords(source)));
  expect([...shared].filter((name) => !words.has(name))).toEqual([]);
});

it("names only shared classes in className", () => {
  const attribute = /className=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g;
  const named = sources.flatMap(([path, source]) =>
    [...source.matchAll(attribute)].flatMap(([code]) => literalWords(code).map((name) => [path, name] as const)),
  );
  expect(named.length).toBeGreaterThan(1_000);
  expect(named.filter(([, name]) => !shared.has(name))).toEqual([]);
});
