import { expect, it } from "vitest";
import { sectionOf } from "./sections";

const now = new Date(2026, 10, 28, 10);
const on = (expiresOn: string) => sectionOf({ expiresOn, expiresAt: `${expiresOn}T23:59:59.999Z` }, now);

it("sorts days into past, today, tomorrow, the week from today, and later", () => {
  const days = ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30", "2026-12-04", "2026-12-05"];
  expect(days.map(on)).toEqual(["past", "today", "tomorrow", "week", "week", "later"]);
});
