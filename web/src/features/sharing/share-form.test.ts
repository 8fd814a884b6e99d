import { expect, it } from "vitest";
import { problemOf, shareRequest, type ShareFields } from "./share-form";

const fields: ShareFields = {
  ownerName: " Ana ",
  title: "  ",
  description: " for Sunday ",
  shareType: "full",
  selected: new Set(["a"]),
};

it("requires a name, and an item if only a selection is shared", () => {
  expect(problemOf(fields)).toBeNull();
  expect(problemOf({ ...fields, ownerName: " " })).toBe("name");
  expect(problemOf({ ...fields, shareType: "selected", selected: new Set() })).toBe("selection");
  expect(problemOf({ ...fields, selected: new Set() })).toBeNull();
});

it("sends trimmed text, the default title, and ids only for a selection", () => {
  expect(shareRequest(fields, "My Shopping List")).toEqual({
    shareType: "full",
    title: "My Shopping List",
    description: "for Sunday",
    ownerName: "Ana",
  });
  expect(shareRequest({ ...fields, title: " Party ", shareType: "selected" }, "")).toEqual({
    shareType: "selected",
    title: "Party",
    description: "for Sunday",
    ownerName: "Ana",
    selectedItemIds: ["a"],
  });
});
