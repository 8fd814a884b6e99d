import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

async function where(...languages: string[]) {
  vi.stubGlobal("navigator", { languages, onLine: true });
  vi.resetModules();
  return import("./units");
}

describe("the units of a country", () => {
  it.each([
    ["de-DE", "l", "kg"],
    ["de", "l", "kg"],
    ["en-GB", "l", "kg"],
    ["en-US", "gallon", "lb"],
    ["en", "gallon", "lb"],
  ])("in %s milk comes by the %s and chicken by the %s", async (tag, milk, chicken) => {
    const { localUnit } = await where(tag);
    expect([localUnit("gallon"), localUnit("lb"), localUnit("bunch")]).toEqual([milk, chicken, "bunch"]);
  });

  it("the German app of an English browser is metric too", async () => {
    const { localUnit } = await where("de-DE", "en-US");
    expect(localUnit("gallon")).toBe("l");
  });

  it("offers the same eight everywhere, the country's own first", async () => {
    const american = (await where("en-US")).offeredUnits();
    const german = (await where("de-DE")).offeredUnits();
    expect(american.slice(0, 3)).toEqual(["item", "lb", "kg"]);
    expect(german).toEqual(["item", "kg", "g", "bunch", "bag", "box", "lb", "oz"]);
    expect([...german].sort()).toEqual([...american].sort());
  });
});
