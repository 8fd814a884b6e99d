import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

const features = readdirSync("src/locales/en").map((file) => file.replace(/\.ts$/, ""));

it("every feature has both languages", () => expect(readdirSync("src/locales/de").map((file) => file.replace(/\.ts$/, ""))).toEqual(features));

/** The type check finds missing sentences; this finds empty ones, and functions that forget their arguments. */
function problems(english: unknown, german: unknown, path: string): string[] {
  if (typeof english === "string") return typeof german === "string" && (german.trim() !== "" || english.trim() === "") ? [] : [`${path} is empty`];
  if (typeof english === "function") return typeof german === "function" && german.length <= english.length ? [] : [`${path} is no function`];
  if (typeof english !== "object" || english === null) return [];
  return Object.entries(english).flatMap(([key, value]) => problems(value, (german as Record<string, unknown>)[key], `${path}.${key}`));
}

it.each(features)("the German of %s is complete", async (feature) => {
  const english = (await import(`../src/locales/en/${feature}.ts`)) as Record<string, unknown>;
  const german = (await import(`../src/locales/de/${feature}.ts`)) as Record<string, unknown>;
  expect(problems(english, german, feature)).toEqual([]);
});
