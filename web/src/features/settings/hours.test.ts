import { expect, it } from "vitest";
import { HOURS } from "./hours";

it("offers every hour from 06:00 to 21:00", () => {
  expect(HOURS).toHaveLength(16);
  expect(HOURS[0]).toBe("06:00");
  expect(HOURS[3]).toBe("09:00");
  expect(HOURS.at(-1)).toBe("21:00");
});
