import { describe, expect, it, vi } from "vitest";

async function importUnits(
  languages: readonly string[],
  { zone = "UTC", chosen }: { zone?: string; chosen?: string } = {},
) {
  vi.stubGlobal("navigator", { languages, onLine: true });
  vi.stubEnv("TZ", zone);
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "larder.language" ? (chosen ?? null) : null) });
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
  ])("uses the units of %s: %s and %s", async (tag, milk, chicken) => {
    const { localUnit } = await importUnits([tag]);
    expect([localUnit("gallon"), localUnit("lb"), localUnit("bunch")]).toEqual([milk, chicken, "bunch"]);
  });

  it.each([
    [["de-DE"], "Europe/Berlin", "en", "l"],
    [["de-DE", "de", "en-US", "en"], "Europe/Berlin", "en", "l"],
    [["en-US", "de-DE"], "Europe/Berlin", "de", "l"],
    [["en-US"], "America/New_York", "de", "gallon"],
    [["en"], "Europe/Berlin", undefined, "l"],
    [["en"], "America/Chicago", undefined, "gallon"],
    [["de"], "America/Chicago", undefined, "gallon"],
    [["en", "de"], "Asia/Tokyo", "en", "l"],
    [["en-US", "es-MX"], "America/Los_Angeles", undefined, "gallon"],
    // Countries of both kinds, and a zone that is in none: the first language counts.
    [["de-DE", "en-US"], "UTC", undefined, "l"],
    [["en-US@posix"], "Europe/Berlin", undefined, "gallon"],
    [["es-419", "es"], "America/Indianapolis", undefined, "gallon"],
  ])("uses the country of the browser: languages %j, zone %s, chosen %s: %s", async (tags, zone, chosen, unit) => {
    const { localUnit } = await importUnits(tags, { zone, ...(chosen !== undefined && { chosen }) });
    expect(localUnit("gallon")).toBe(unit);
  });

  it("offers the same eight units everywhere, those of the country first", async () => {
    const american = (await importUnits(["en-US"])).offeredUnits();
    const german = (await importUnits(["de-DE"])).offeredUnits();
    expect(american.slice(0, 3)).toEqual(["item", "lb", "kg"]);
    expect(german).toEqual(["item", "kg", "g", "bunch", "bag", "box", "lb", "oz"]);
    expect([...german].sort()).toEqual([...american].sort());
  });
});
