import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync("src/ui/styles/tokens.css", "utf8");

/** Returns the hex colours of a theme. */
const coloursOf = (theme: "light" | "dark"): Record<string, string> =>
  Object.fromEntries(
    [...css.matchAll(/(?<name>--[\w-]+): light-dark\((?<light>#\w+), (?<dark>#\w+)\);/g)].map(({ groups }) => [
      groups?.["name"],
      groups?.[theme],
    ]),
  );

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The minimum contrasts of WCAG 2.2: of text (1.4.6, 1.4.3) and of parts of controls (1.4.11). */
const AAA_TEXT = 7;
const AA_TEXT = 4.5;
const NON_TEXT = 3;
/** Bars and the jar, whose meaning is also text, have no minimum in WCAG: this one keeps them visible. */
const DRAWING = 2.4;

const pairs: [string, string, number][] = [
  ["--ink", "--paper", AAA_TEXT],
  ["--ink", "--card", AAA_TEXT],
  ["--ink-muted", "--paper", AA_TEXT],
  ["--ink-muted", "--card", AA_TEXT],
  ["--ink-muted", "--sunk", AA_TEXT],
  ["--green", "--paper", AA_TEXT],
  ["--green", "--card", AA_TEXT],
  ["--green", "--green-wash", AA_TEXT],
  ["--on-green", "--green", AA_TEXT],
  ["--on-danger", "--danger", AA_TEXT],
  ["--fresh", "--fresh-wash", AA_TEXT],
  ["--soon", "--soon-wash", AA_TEXT],
  ["--expired", "--expired-wash", AA_TEXT],
  ["--expired", "--card", AA_TEXT],
  ["--soon", "--card", AA_TEXT],
  ["--line-strong", "--card", NON_TEXT],
  ["--fresh-fill", "--card", DRAWING],
];

for (const theme of ["light", "dark"] as const) {
  const colours = coloursOf(theme);
  it.each(pairs)(`${theme}: %s on %s has contrast of at least %d`, (front, back, least) => {
    expect(contrast(colours[front] ?? "", colours[back] ?? "")).toBeGreaterThanOrEqual(least);
  });
}
