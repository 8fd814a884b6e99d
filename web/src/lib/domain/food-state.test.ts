import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dayIndex } from "./freshness";
import { afterEvent, type Food, type FoodEvent } from "./food-state";
import { storageGuideOf } from "./storage-guide";

type Row = [
  kind: string,
  category: string,
  days: number,
  story: string,
  dateKind: "estimate" | "best_before" | "use_by",
  steps: [
    days: number,
    storage: string,
    why: [because: string, days: number, source: string] | null,
    left: number | null,
  ][],
];

const EVENTS: Readonly<Record<string, FoodEvent>> = {
  opened: { event: "opened" },
  frozen: { event: "frozen" },
  thawed: { event: "thawed" },
  fridge: { event: "moved", storage: "fridge" },
  pantry: { event: "moved", storage: "pantry" },
  freezer: { event: "moved", storage: "freezer" },
  counter: { event: "moved", storage: "counter" },
  half: { event: "used", left: 0.5 },
  "half-of-several": { event: "used", left: 0.5 },
  full: { event: "used", left: 1 },
};
const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

it("makes of every kind of food what the server makes of it", () => {
  const table = JSON.parse(
    readFileSync(new URL("../../../../shared/data/food-states.golden.json", import.meta.url), "utf8"),
  ) as Row[];
  expect(table.length).toBeGreaterThan(800);
  for (const [kind, category, days, story, dateKind, steps] of table) {
    const quantity = story.startsWith("half-of-several") ? 4 : 1;
    let item: Food & { kind: string; category: string } = {
      kind,
      category,
      dateKind,
      quantity,
      expiresAt: new Date(NOW + days * DAY).toISOString(),
    };
    const keeps = storageGuideOf(item);
    const outcome = story.split(" ").map((name, n) => {
      const event = EVENTS[name];
      if (!event) throw new Error(`${name} is no event`);
      item = { ...item, ...afterEvent(item, event, keeps, new Date(NOW + (n + 1) * DAY)) };
      return [
        dayIndex(item.expiresAt, new Date(NOW)),
        item.storage ?? keeps.storage,
        item.expiryReason ? [item.expiryReason.because, item.expiryReason.days, item.expiryReason.source] : null,
        item.left ? item.left * 4 : null,
      ];
    });
    expect(outcome, `${kind}: ${story}`).toEqual(steps);
  }
});

it("changes nothing twice, and refuses to freeze what is past its use-by date", () => {
  const chicken: Food & { kind: string; category: string } = {
    kind: "chicken",
    category: "Meat",
    dateKind: "use_by",
    expiresAt: new Date(NOW).toISOString(),
  };
  expect(afterEvent(chicken, { event: "frozen" }, storageGuideOf(chicken), new Date(NOW))).toBeUndefined();
  const frozen = {
    ...chicken,
    ...afterEvent(chicken, { event: "frozen" }, storageGuideOf(chicken), new Date(NOW - DAY)),
  };
  expect(frozen.storage).toBe("freezer");
  expect(afterEvent(frozen, { event: "frozen" }, storageGuideOf(chicken), new Date(NOW))).toBeUndefined();
});

it("moves to an own place as to the storage that it keeps food like", () => {
  const keeps = storageGuideOf({ category: "Fruit", kind: "mango" });
  const now = new Date(NOW);
  const mango: Food = { expiresAt: new Date(NOW + 6 * DAY).toISOString(), dateKind: "estimate" };
  const cellar = afterEvent(mango, { event: "moved", storage: "pantry", place: "cellar" }, keeps, now);
  expect(cellar).toEqual({
    ...afterEvent(mango, { event: "moved", storage: "pantry" }, keeps, now),
    place: "cellar",
  });
  if (!cellar) throw new Error("It was not moved.");
  // To another place of the same kind: only the place changes.
  const pantry = afterEvent({ ...mango, ...cellar }, { event: "moved", storage: "pantry" }, keeps, now);
  expect(pantry).toEqual({ ...cellar, place: null });
  expect(afterEvent({ ...mango, ...cellar }, { event: "moved", storage: "pantry", place: "cellar" }, keeps, now)).toBe(
    undefined,
  );
});

it("leaves an own place with its storage only", () => {
  const place = (kind: string, category: string, event: FoodEvent) =>
    afterEvent(
      { storage: "pantry", place: "cellar", dateKind: "best_before", expiresAt: new Date(NOW + 9 * DAY).toISOString() },
      event,
      storageGuideOf({ kind, category }),
      new Date(NOW),
    )?.place;
  expect(place("rice", "Pantry", { event: "used", left: 0.5 })).toBe("cellar");
  expect(place("rice", "Pantry", { event: "opened" })).toBe("cellar");
  expect(place("uht", "Dairy", { event: "opened" })).toBeNull();
  expect(place("rice", "Pantry", { event: "frozen" })).toBeNull();
});
