import { describe, expect, it } from "vitest";
import { argumentsOf, compile, parse, type Part } from "../dev/languages/message";
import { findProblems, readLanguages, script, types, type Languages, type Table } from "../dev/languages/tables";
import { number, plural } from "../src/lib/language/plural";

/** Compiles a text and fills in values. */
function formatted(message: string, language: string, ...values: readonly (string | number)[]): string {
  const names = argumentsOf(parse(message)).map(({ name }) => name);
  const compiled: unknown = new Function("plural", "number", `return ${compile(parse(message), language, names)}`)(
    plural,
    number,
  );
  return typeof compiled === "function"
    ? (compiled as (...all: readonly (string | number)[]) => string)(...values)
    : String(compiled);
}

const COUNTED = "{n, plural, =0 {nothing} one {{name} alone} other {# of {name}}}";

describe("a text in ICU MessageFormat", () => {
  it.each<[message: string, language: string, values: readonly (string | number)[], text: string]>([
    ["Nothing to fill in", "en", [], "Nothing to fill in"],
    ["`$` \\ is # text, and so isn't this", "en", [], "`$` \\ is # text, and so isn't this"],
    ["`$ {name} \\", "en", ["Milk"], "`$ Milk \\"],
    [COUNTED, "en", [0, "Milk"], "nothing"],
    [COUNTED, "en", [1, "Milk"], "Milk alone"],
    [COUNTED, "en", [2, "Milk"], "2 of Milk"],
    ["{n, plural, one {# jour} other {# jours}}", "fr", [0], "0 jour"],
    ["{n, plural, one {# день} few {# дня} many {# дней} other {# дня}}", "ru", [22], "22 дня"],
    ["{n, plural, one {# день} few {# дня} many {# дней} other {# дня}}", "ru", [25], "25 дней"],
    ["{n, plural, one {# item} other {# itens}}", "pt", [0], "0 itens"],
    ["{n, plural, other {# Artikel}}", "de", [1500], "1.500 Artikel"],
    ["{n, number}", "de", [0.5], "0,5"],
    ["{kind, select, a {first} other {any}} {name}", "en", ["a", "x"], "first x"],
    ["{kind, select, a {first} other {any}} {name}", "en", ["constructor", "x"], "any x"],
    [
      "{n, plural, one {one {kind, select, a {red } other {}}thing} other {# {kind, select, a {red } other {}}things}}",
      "en",
      [3, "a"],
      "3 red things",
    ],
  ])("%s (%s) of %j: %s", (message, language, values, text) =>
    expect(formatted(message, language, ...values)).toBe(text),
  );

  it("has its arguments in the order of the text", () => {
    expect(argumentsOf(parse("{b}: {n, plural, one {{a}} other {#}} {k, select, x {{b}} other {}}"))).toEqual([
      { name: "b", isNumber: false, isShown: true },
      { name: "n", isNumber: true, isShown: true },
      { name: "a", isNumber: false, isShown: true },
      { name: "k", isNumber: false, isShown: false },
    ]);
  });

  it.each([
    ["{n, plural, one {1}}", "MISSING_OTHER_CLAUSE"],
    ["{n, plural, other {1} other {2}}", "DUPLICATE_PLURAL_ARGUMENT_SELECTOR"],
    ["{n", "EXPECT_ARGUMENT_CLOSING_BRACE"],
    ["{n, date}", "UNSUPPORTED_FORMAT of {n}"],
    ["{n, number, percent}", "UNSUPPORTED_FORMAT of {n}"],
    ["{n, selectordinal, other {#.}}", "UNSUPPORTED_FORMAT of {n}"],
    ["{n, plural, offset:1 other {#}}", "UNSUPPORTED_FORMAT of {n}"],
    ["{n, select, other {x}", "EXPECT_ARGUMENT_CLOSING_BRACE"],
    ["{}", "EMPTY_ARGUMENT"],
  ])("is rejected if invalid: %s", (message, why) => expect(() => parse(message)).toThrow(why));
});

function languagesOf(tables: Readonly<Record<string, Table>>): Languages {
  return { codes: Object.keys(tables), features: ["x"], table: (code) => tables[code] ?? {} };
}

describe("problems of a language", () => {
  const english = {
    title: "Items",
    list: ["a", "b"],
    count: "{n, plural, one {1 item of {name}} other {# items of {name}}}",
    open: {},
  };
  const german = { title: "Vorräte", list: ["a", "b"], count: "{n} Artikel von {name}", open: { Dairy: "Milch" } };
  const problemsOf = (changes: Table, more: Readonly<Record<string, Table>> = {}) =>
    findProblems(languagesOf({ en: english, de: { ...german, ...(changes as object) }, ...more }));

  it("are none if it agrees with English", () => expect(problemsOf({})).toEqual([]));
  it("are none for the form of one more number", () =>
    expect(problemsOf({ count: "{n, plural, one {1} =2 {2} other {#}} {name}" })).toEqual([]));
  it.each<[what: string, changes: Table, problem: string]>([
    ["a text is missing", { title: "" }, "de/x.title is missing"],
    ["a text is not in English", { other: "x" }, "de/x.other is not in English"],
    ["a list is shorter", { list: ["a"] }, "de/x.list.1 is missing"],
    ["an argument is missing", { count: "{n} Artikel" }, "de/x.count: {name} is missing"],
    ["an argument is unknown", { title: "{n} Vorräte" }, "de/x.title: {n} is not an argument"],
    [
      "a plural form is unknown",
      { count: "{n, plural, few {1} one {1} other {#}} {name}" },
      "de/x.count: de has no form “few”",
    ],
    ["a text is invalid", { title: "{n" }, "de/x.title: EXPECT_ARGUMENT_CLOSING_BRACE in “{n”"],
    [
      "an argument is quoted",
      { title: "l'{n}'Vorräte", count: "'{n}' Artikel von {name}" },
      "de/x.count: {n} is missing",
    ],
  ])("are found: %s", (_, changes, problem) => expect(problemsOf(changes)).toEqual([problem]));
  it("are found: a plural form is missing", () => {
    const russian = { ...german, count: "{n, plural, one {# день} other {# дня}} {name}" };
    expect(problemsOf({}, { ru: russian })).toEqual([
      expect.stringMatching(/^ru\/x\.count: the form “(few|many)” of n is missing$/),
    ]);
  });
  it("are found: another language has an additional key", () => {
    expect(problemsOf({}, { fr: { ...german, open: { Dairy: "Crèmerie", Meat: "Viande" } } })).toEqual([
      "de/x.open.Meat is missing",
    ]);
  });

  it("are no other order of arguments: functions have them in the English order", () => {
    const both = languagesOf({ en: { x: "{a} before {b}" }, de: { x: "{b} nach {a}" } });
    expect(script(both, "de", "x")).toBe('{"x":(a0,a1)=>`${a1} nach ${a0}`}');
    expect(types(both)).toContain(
      'readonly "x": { readonly "x": (a: string | number, b: string | number) => string };',
    );
  });
});

describe("the site's languages", () => {
  const site = readLanguages();
  /** Yields the texts of a table with their keys. */
  function* leaves(table: Table, path: string): Generator<readonly [path: string, text: string]> {
    if (typeof table === "string") yield [path, table];
    else for (const [key, each] of Object.entries(table)) yield* leaves(each as Table, `${path}.${key}`);
  }
  const others = site.codes.filter((code) => code !== "en");
  const textsOf = (code: string) => site.features.flatMap((feature) => [...leaves(site.table(code, feature), feature)]);

  it("have non-breaking spaces before French punctuation", () => {
    const wrong = textsOf("fr").filter(([, text]) =>
      /[^\u00a0\u202f\s/?]([?!;»])|(?<!https)[^\u00a0\u202f\s](:)(?!\/\/)|«[^\u00a0\u202f]| [?!:;»]|['"]|\.\.\./u.test(
        text,
      ),
    );
    expect(wrong).toEqual([]);
  });
  it.each(others)("have no straight quotes: %s", (code) =>
    expect(textsOf(code).filter(([, text]) => /["']|\.\.\./.test(text))).toEqual([]),
  );

  /** Names, and words that are the same in English and another language. */
  const SHARED = new Set(
    (
      "ABCD App Assistant Barcode Contact Description EFGH Facts Filter Food Freezer Home Import Larder MB Messenger " +
      "Name No Notes Notifications OK Offline Open Photo Photos SMS Scan Status Stop Suggestions Token Tokens Total UTF " +
      "WhatsApp gallon gallons https json larder optional shared tube tubes Later"
    ).split(" "),
  );
  function wordsOf(parts: readonly Part[]): readonly string[] {
    return parts.flatMap((part) =>
      part.kind === "text"
        ? (part.text.match(/\p{L}{2,}/gu) ?? [])
        : "cases" in part
          ? part.cases.flatMap((each) => wordsOf(each.parts))
          : [],
    );
  }
  it.each(others)("are translated: %s", (code) => {
    const english = new Map(textsOf("en"));
    const same = textsOf(code).filter(
      ([path, text]) => english.get(path) === text && !wordsOf(parse(text)).every((word) => SHARED.has(word)),
    );
    expect(same).toEqual([]);
  });
});
