import { expect, it } from "vitest";
import amounts from "../../../../shared/data/amounts.json";
import { parseNumber, writeNumber } from "./numbers";

it.each([
  [" 1,5 ", 1.5],
  ["1.5", 1.5],
  ["0,5", 0.5],
  ["12", 12],
])("reads %j as %d", (text, value) => expect(parseNumber(text)).toBe(value));
it.each(["", "  ", "abc", "1 l", "some", "-", ".", "1.2.3", "1/0", "1 23", "1,2,3", "1,23,4", "2..5"])(
  "reads no number in %j",
  (text) => expect(parseNumber(text)).toBeNaN(),
);

it("writes numbers with the language's separator", () => {
  expect(writeNumber("de", 0.5)).toBe("0,5");
  expect(writeNumber("en", 0.5)).toBe("0.5");
  expect(writeNumber("de", 1500)).toBe("1500");
});

it.each(Object.keys(amounts.locales))("reads the numbers that %s writes", (locale) => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const decimal = format.format(0.5).charAt(1);
  let seed = 1;
  for (let nth = 0; nth < 100; nth += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const value = (seed % 10 ** (1 + (nth % 8))) / 1_000;
    expect(parseNumber(format.format(value), decimal), format.format(value)).toBe(value);
    expect(parseNumber(writeNumber("en", value))).toBe(value);
  }
});
