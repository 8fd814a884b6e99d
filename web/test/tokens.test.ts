import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync("src/ui/tokens.css", "utf8");

function block(opening: string): Record<string, string> {
  const start = css.indexOf(opening);
  expect(start, opening).toBeGreaterThan(-1);
  const body = css.slice(start + opening.length, css.indexOf("}", start));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

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

const light = block(":root {");
const chosenDark = block(':root[data-theme="dark"] {');
const systemDark = block(':root:not([data-theme="light"]) {');

it("the system's dark and the chosen dark are the same", () => expect(systemDark).toEqual(chosenDark));

const pairs: [string, string, number][] = [
  ["--ink", "--paper", 7],
  ["--ink", "--card", 7],
  ["--ink-soft", "--paper", 4.5],
  ["--ink-soft", "--card", 4.5],
  ["--ink-soft", "--sunk", 4.5],
  ["--green", "--paper", 4.5],
  ["--green", "--card", 4.5],
  ["--green", "--green-wash", 4.5],
  ["--on-green", "--green", 4.5],
  ["--on-danger", "--danger", 4.5],
  ["--fresh", "--fresh-wash", 4.5],
  ["--soon", "--soon-wash", 4.5],
  ["--expired", "--expired-wash", 4.5],
  ["--expired", "--card", 4.5],
  ["--soon", "--card", 4.5],
  ["--line-strong", "--card", 3],
  ["--fresh-fill", "--card", 2.4],
  ["--paper", "--ink", 7],
];

for (const [name, theme] of [
  ["light", light],
  ["dark", { ...light, ...chosenDark }],
] as const) {
  it.each(pairs)(`${name}: %s on %s has contrast of at least %d`, (front, back, least) => {
    expect(contrast(theme[front] ?? "", theme[back] ?? "")).toBeGreaterThanOrEqual(least);
  });
}
