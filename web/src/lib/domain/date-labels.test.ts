import { describe, expect, it } from "vitest";
import { agreedDate, proposedDates } from "./date-labels";

const label = (date: string, isSure = false, kind?: "best_before" | "use_by" | "frozen_on") => ({
  date,
  isSure,
  ...(kind && { kind }),
});
type Label = ReturnType<typeof label>;
const MARCH = "2027-03-26";
const MAY = "2027-05-26";

describe("the date that is filled in", () => {
  it.each<[string, Label[][], string | undefined]>([
    ["two pictures agree and one is sure", [[label(MARCH)], [], [label(MARCH, true)]], MARCH],
    ["one picture, however sure", [[label(MARCH, true)]], undefined],
    ["two agree and none is sure", [[label(MARCH)], [label(MARCH)]], undefined],
    ["a picture is sure of another", [[label(MARCH, true)], [label(MARCH, true)], [label(MAY, true)]], undefined],
    ["one has another first", [[label(MARCH, true)], [label(MAY), label(MARCH)]], undefined],
    ["another picture has another unsure date first", [[label(MARCH, true)], [label(MAY)], [label(MARCH)]], MARCH],
    [
      "both pictures show a day of freezing",
      [[label(MARCH, true, "frozen_on")], [label(MARCH, true, "frozen_on")]],
      undefined,
    ],
  ])("%s", (_, pictures, date) => expect(agreedDate(pictures)?.date).toBe(date));

  it("has the kind that any sure picture read", () => {
    const pictures = [[label(MARCH, true)], [label(MARCH, true, "use_by")]];
    expect(agreedDate(pictures)?.kind).toBe("use_by");
  });
});

it("proposes three expiry dates, by the number of readings, certainty and rank", () => {
  const pictures = [
    [label(MAY), label(MARCH), label("2027-01-01")],
    [label(MARCH, true, "best_before"), label("2027-02-02", false, "frozen_on")],
    [label(MAY), label(MARCH), label("2027-04-04"), label("2027-06-06")],
  ];
  expect(proposedDates(pictures)).toEqual([label(MARCH, true, "best_before"), label(MAY), label("2027-01-01")]);
});
