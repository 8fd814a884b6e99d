import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync("src/ui/styles/tokens.css", "utf8");

/** Returns the hex colours of a theme: the first (2) or second (3) of each pair. */
const theme = (group: 2 | 3): Record<string, string> =>
  Object.fromEntries(
    [...css.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map((found) => [found[1], found[group]]),
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

const pairs: [string, string, number][] = [
  ["--ink", "--paper", 7],
  ["--ink", "--card", 7],
  ["--ink-muted", "--paper", 4.5],
  ["--ink-muted", "--card", 4.5],
  ["--ink-muted", "--sunk", 4.5],
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

for (const [name, colours] of [
  ["light", theme(2)],
  ["dark", theme(3)],
] as const) {
  it.each(pairs)(`${name}: %s on %s has contrast of at least %d`, (front, back, least) => {
    expect(contrast(colours[front] ?? "", colours[back] ?? "")).toBeGreaterThanOrEqual(least);
  });
}
