// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { usePrompt, useTask, useWeeklyPrompt } from "./prompt-queue";

function Card({ name, wants }: { name: string; wants: boolean }) {
  return usePrompt(name, wants) && <p>{name}</p>;
}
const cards = (install: boolean, remind: boolean) => (
  <>
    <Card name="install" wants={install} />
    <Card name="remind" wants={remind} />
  </>
);
const asking = () => screen.queryAllByText(/./, { selector: "p" }).map((card) => card.textContent);

it("shows two cards one after the other, the second when the first is answered", () => {
  const { rerender } = render(cards(false, false));
  expect(asking()).toEqual([]);
  rerender(cards(false, true));
  expect(asking()).toEqual(["remind"]);
  rerender(cards(true, true));
  expect(asking()).toEqual(["remind"]);
  rerender(cards(true, false));
  expect(asking()).toEqual(["install"]);
});

it("hides all cards while a task is active", () => {
  function Task() {
    useTask();
    return null;
  }
  const page = (tasks: readonly string[]) => (
    <>
      <Card name="install" wants />
      {tasks.map((task) => (
        <Task key={task} />
      ))}
    </>
  );
  const { rerender } = render(page(["selection", "reading"]));
  expect(asking()).toEqual([]);
  rerender(page(["reading"]));
  expect(asking()).toEqual([]);
  rerender(page([]));
  expect(asking()).toEqual(["install"]);
});

it("shows an urgent card before one that is shown already", () => {
  function Urgent() {
    return usePrompt("urgent", true, true) && <p>urgent</p>;
  }
  const { rerender } = render(<Card name="remind" wants />);
  expect(asking()).toEqual(["remind"]);
  rerender(
    <>
      <Card name="remind" wants />
      <Urgent />
    </>,
  );
  expect(asking()).toEqual(["urgent"]);
});

it("shows a weekly card once a week, and again in the same page load", async () => {
  localStorage.clear();
  function Weekly() {
    return useWeeklyPrompt("weekly", true) && <p>weekly</p>;
  }
  render(<Weekly />);
  expect(asking()).toEqual(["weekly"]);
  cleanup();
  render(<Weekly />);
  expect(asking()).toEqual(["weekly"]);
  cleanup();
  vi.resetModules();
  const reloaded = await import("./prompt-queue");
  function Again() {
    return reloaded.useWeeklyPrompt("weekly", true) && <p>weekly</p>;
  }
  render(<Again />);
  expect(asking()).toEqual([]);
  cleanup();
  localStorage.setItem("larder.asked.weekly", String(Date.now() - 8 * 86_400_000));
  render(<Again />);
  expect(asking()).toEqual(["weekly"]);
});

it("shows only one weekly card in a page load", async () => {
  localStorage.clear();
  vi.resetModules();
  const { useWeeklyPrompt: usePromptOfLoad } = await import("./prompt-queue");
  function Weekly({ name, wants }: { name: string; wants: boolean }) {
    return usePromptOfLoad(name, wants) && <p>{name}</p>;
  }
  const both = (first: boolean) => (
    <>
      <Weekly name="recovery" wants={first} />
      <Weekly name="reminders" wants />
    </>
  );
  const { rerender } = render(both(true));
  expect(asking()).toEqual(["recovery"]);
  rerender(both(false));
  expect(asking()).toEqual([]);
});
