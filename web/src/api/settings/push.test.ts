// @vitest-environment jsdom
import { expect, it } from "vitest";
import { decodeKey, pushState } from "./push";

it("decodes an unpadded URL-safe key", () => {
  expect([...decodeKey("-_8AAQ")]).toEqual([251, 255, 0, 1]);
  expect(decodeKey(`B${"A".repeat(86)}`)).toHaveLength(65);
});

it("returns 'unsupported' for a browser without push", async () => {
  expect(await pushState()).toBe("unsupported");
});
