import { beforeEach, expect, it, vi } from "vitest";
import { load } from "virtual:language-files";

let i18n: typeof import("./i18n");
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  i18n = await import("./i18n");
});

it.each([
  [["de-DE", "de"], "en", "en-DE"],
  [["de-DE", "en-GB"], "en", "en-GB"],
  [["de"], "en", "en"],
  [["zh-Hans-CN"], "fr", "fr-CN"],
  [["en-US@posix"], "de", "de-US"],
  [[], "de", "de"],
] as const)("with the browser's languages %j, the locale of %s is %s", (languages, of, expected) => {
  vi.stubGlobal("navigator", { languages });
  expect(i18n.locale(of)).toBe(expected);
  expect(() => new Intl.DateTimeFormat(i18n.locale(of))).not.toThrow();
});

const offline = () => Promise.reject(new TypeError("Failed to fetch"));

it("keeps the language if the texts of the next one cannot be loaded", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await i18n.loadLanguage({ ...load, fr: offline });
  expect(await i18n.chooseLanguage("de")).toBe(true);
  expect(await i18n.chooseLanguage("fr")).toBe(false);
  expect([i18n.language(), i18n.chosenLanguage(), document.documentElement.lang]).toEqual(["de", "de", "de"]);
});

it("keeps the last of two choices, whichever texts arrive first", async () => {
  let arrive = () => undefined as void;
  const slow = () => new Promise<void>((resolve) => (arrive = resolve)).then(load.fr);
  await i18n.loadLanguage({ ...load, fr: slow });
  const first = i18n.chooseLanguage("fr");
  await i18n.chooseLanguage("de");
  arrive();
  expect(await first).toBe(true);
  expect([i18n.language(), i18n.chosenLanguage(), document.documentElement.lang]).toEqual(["de", "de", "de"]);
});

it("starts in English if the texts cannot be loaded, and keeps the choice for the next start", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await i18n.loadLanguage(load);
  await i18n.chooseLanguage("de");
  await i18n.loadLanguage({ ...load, de: offline });
  expect([i18n.language(), i18n.chosenLanguage()]).toEqual(["en", "de"]);
});
