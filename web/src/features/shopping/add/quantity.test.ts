import { expect, it } from "vitest";
import { parseQuantity } from "./quantity";

it.each([
  ["3", 3],
  ["2.9", 2],
  ["0", 1],
  ["-4", 1],
  ["", 1],
  ["abc", 1],
  ["1e9", 1],
  ["999999999", 100_000],
  [" 7 ", 7],
])("reads %j as %d", (text, quantity) => expect(parseQuantity(text)).toBe(quantity));
