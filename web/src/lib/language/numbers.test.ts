import { expect, it } from "vitest";
import { parseNumber, writeNumber } from "./numbers";

it.each([
  [" 1,5 ", 1.5],
  ["1.5", 1.5],
  ["0,5", 0.5],
  ["12", 12],
])("reads %j as %d", (text, value) => expect(parseNumber(text)).toBe(value));
it.each(["", "  ", "abc", "1,2,3", "1 l"])("reads no number in %j", (text) => expect(parseNumber(text)).toBeNaN());

it("writes numbers that it can read, with the language's separator", () => {
  expect(writeNumber("de", 0.5)).toBe("0,5");
  expect(writeNumber("en", 0.5)).toBe("0.5");
  expect(writeNumber("de", 1500)).toBe("1500");
  expect(parseNumber(writeNumber("de", 12.345), ",")).toBe(12.345);
});
