// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { FoodStates } from "./FoodStates";

it("has unique ids when the details and the edit dialog are both open", () => {
  const item = itemOf("Chicken", { thawedAt: "2026-11-21T10:00:00.000Z" });
  const states = (
    <FoodStates
      item={item}
      now={new Date("2026-11-22T10:00:00.000Z")}
      onState={() => undefined}
      onOutcome={() => undefined}
    />
  );
  const { container } = render(
    <>
      {states}
      {states}
    </>,
  );
  const all = [...container.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
  const ids = all.filter((id) => id.endsWith("-warning"));
  expect(ids).toHaveLength(2);
  expect(
    screen.getAllByRole("button", { name: "Frozen" }).map((button) => button.getAttribute("aria-describedby")),
  ).toEqual(ids);
});
