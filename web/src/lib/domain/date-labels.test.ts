import { describe, expect, it } from "vitest";
import { agreedDate, proposedDates, type PrintedDate } from "./date-labels";

const read = (date: string, isSure = false, kind?: NonNullable<PrintedDate["kind"]>): PrintedDate => ({
  date,
  isSure,
  ...(kind && { kind }),
});
const MARCH = "2027-03-26";
const MAY = "2027-05-26";

describe("the date that is filled in", () => {
  it.each<[string, PrintedDate[][], string | undefined]>([
    ["two pictures agree and one is sure", [[read(MARCH)], [], [read(MARCH, true)]], MARCH],
    ["one picture, however sure", [[read(MARCH, true)]], undefined],
    ["two agree and none is sure", [[read(MARCH)], [read(MARCH)]], undefined],
    ["a picture is sure of another", [[read(MARCH, true)], [read(MARCH, true)], [read(MAY, true)]], undefined],
    ["one has another first", [[read(MARCH, true)], [read(MAY), read(MARCH)]], undefined],
    ["another picture has another unsure date first", [[read(MARCH, true)], [read(MAY)], [read(MARCH)]], MARCH],
    [
      "both dates are days of freezing",
      [[read(MARCH, true, "frozen_on")], [read(MARCH, true, "frozen_on")]],
      undefined,
    ],
  ])("%s", (_, pictures, date) => expect(agreedDate(pictures)?.date).toBe(date));

  it("has the kind that any sure picture read", () => {
    const pictures = [[read(MARCH, true)], [read(MARCH, true, "use_by")]];
    expect(agreedDate(pictures)?.kind).toBe("use_by");
  });
});

it("proposes three expiry dates, by the number of readings, certainty and rank", () => {
  const pictures = [
    [read(MAY), read(MARCH), read("2027-01-01")],
    [read(MARCH, true, "best_before"), read("2027-02-02", false, "frozen_on")],
    [read(MAY), read(MARCH), read("2027-04-04"), read("2027-06-06")],
  ];
  expect(proposedDates(pictures)).toEqual([read(MARCH, true, "best_before"), read(MAY), read("2027-01-01")]);
});
