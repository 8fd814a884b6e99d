// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useTurn } from "./asking";

afterEach(cleanup);

function Card({ name, wants }: { name: string; wants: boolean }) {
  return useTurn(name, wants) && <p>{name}</p>;
}
const cards = (install: boolean, remind: boolean) => (
  <>
    <Card name="install" wants={install} />
    <Card name="remind" wants={remind} />
  </>
);
const asking = () => screen.queryAllByText(/./, { selector: "p" }).map((card) => card.textContent);

it("two cards never ask at once, and the second has its turn when the first is answered", () => {
  const { rerender } = render(cards(false, false));
  expect(asking()).toEqual([]);
  rerender(cards(false, true));
  expect(asking()).toEqual(["remind"]);
  rerender(cards(true, true));
  expect(asking()).toEqual(["remind"]);
  rerender(cards(true, false));
  expect(asking()).toEqual(["install"]);
});
