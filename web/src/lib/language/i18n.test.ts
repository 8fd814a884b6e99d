import { expect, it, vi } from "vitest";
import { locale } from "./i18n";

it.each([
  [["de-DE", "de"], "en", "en-DE"],
  [["de-DE", "en-GB"], "en", "en-GB"],
  [["de"], "en", "en"],
  [["zh-Hans-CN"], "fr", "fr-CN"],
  [["en-US@posix"], "de", "de-US"],
  [[], "de", "de"],
] as const)("with the browser's languages %j, the locale of %s is %s", (languages, of, expected) => {
  vi.stubGlobal("navigator", { languages });
  expect(locale(of)).toBe(expected);
  expect(() => new Intl.DateTimeFormat(locale(of))).not.toThrow();
});
