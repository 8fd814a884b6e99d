import { expect, it } from "vitest";
import { typedDay } from "./typed-day";

it.each([
  ["2026-12-12", "2026-12-12"],
  ["0026-12-12", "2026-12-12"],
  ["1970-01-01", "1970-01-01"],
  ["9998-12-31", "9998-12-31"],
  ["2028-02-29", "2028-02-29"],
  ["1969-12-31", undefined],
  ["9999-01-01", undefined],
  ["0202-12-12", undefined],
  ["2028-02-30", undefined],
  ["2026-02-29", undefined],
  ["30.02.2028", undefined],
  ["", undefined],
])("reads the day of the field's value %j: %j", (value, day) => {
  expect(typedDay(value)).toBe(day);
});
