import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => join("src", path));
const read = (paths: readonly string[]) => paths.map((path) => [path, readFileSync(path, "utf8")] as const);
const sheets = read(files.filter((path) => path.endsWith(".css")));
const sources = read(files.filter((path) => /(?<!\.test)\.tsx?$/.test(path)));

/** Returns the classes that a style sheet defines. */
const classesOf = (css: string) =>
  new Set(
    [...css.replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)|"[^"]*"/g, "").matchAll(/\.([a-z][\w-]*)/gi)].map(
      ([, name = ""]) => name,
    ),
  );

/** Such a rule makes the browser search the whole page after each change: 13 ms with 500 cards. */
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
      for (const [, name = ""] of source.matchAll(new RegExp(`\\b${id}\\.(\\w+)`, "g"))) names?.add(name);
      // The name is computed.
      if (new RegExp(`\\b${id}\\[`).test(source)) names?.add("*");
    }
  const wrong = sheets
    .filter(([path]) => path.endsWith(".module.css"))
    .flatMap(([path, css]) => {
      const [known, names] = [classesOf(css), used.get(path) ?? new Set<string>()];
      const unused = names.has("*") ? [] : [...known].filter((name) => !names.has(name));
      const unknown = [...names].filter((name) => name !== "*" && name !== "module" && !known.has(name));
      return [...unused.map((name) => `${path}: unused ${name}`), ...unknown.map((name) => `${path}: unknown ${name}`)];
    });
  expect(wrong).toEqual([]);
});

it("uses every shared class, and no unknown class names", () => {
  const shared = new Set(
    sheets
      .filter(([path]) => /ui\/styles\/(base|primitives|screens)\.css$/.test(path))
      .flatMap(([, css]) => [...classesOf(css)]),
  );
  const words = new Set(sources.flatMap(([, source]) => source.match(/[a-z][\w-]*/g) ?? []));
  const named = sources.flatMap(([path, source]) =>
    [...source.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, text, template]) =>
      (text ?? template ?? "")
        .replaceAll(/\$\{[^}]*\}/g, "")
        .split(/\s+/)
        .filter((name) => name !== "" && !shared.has(name))
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect(named).toEqual([]);
  expect([...shared].filter((name) => !words.has(name))).toEqual([]);
});
