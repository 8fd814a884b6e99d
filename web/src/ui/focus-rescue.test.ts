// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { startFocusRescue } from "./focus-rescue";
import { addModal } from "./modals";

/** Lets the rescue run, which waits a tenth of a second between its attempts. */
const wait = () => vi.advanceTimersByTimeAsync(150);
const focusAndRemove = (selector: string) => {
  const button = document.querySelector<HTMLElement>(selector);
  button?.focus();
  expect(document.activeElement).toBe(button);
  button?.remove();
};

beforeEach(() => {
  vi.useFakeTimers();
  const observer = startFocusRescue();
  onTestFinished(() => observer.disconnect());
  document.body.innerHTML = `<main><h1>My Items</h1><button>Delete</button><a href="/">Next</a></main>`;
});

it("moves the focus to the page's heading when the focused element is removed", async () => {
  focusAndRemove("button");
  await wait();
  expect(document.activeElement?.textContent).toBe("My Items");
});

it("moves it to the heading of the open dialog", async () => {
  const dialog = document.createElement("dialog");
  dialog.innerHTML = "<h2>Camera</h2><button id=use>Use Photo</button>";
  document.body.append(dialog);
  onTestFinished(addModal(dialog));
  focusAndRemove("#use");
  await wait();
  expect(document.activeElement?.textContent).toBe("Camera");
});

it("keeps the focus if the screen has moved it", async () => {
  focusAndRemove("button");
  document.querySelector("a")?.focus();
  await wait();
  expect(document.activeElement?.textContent).toBe("Next");
});

it("waits for a heading that is hidden while the page loads", async () => {
  const heading = document.querySelector("h1");
  heading?.setAttribute("style", "display: none !important;");
  focusAndRemove("button");
  await wait();
  expect(document.activeElement).toBe(document.body);
  heading?.removeAttribute("style");
  await wait();
  expect(document.activeElement).toBe(heading);
});

it("moves the focus again when the focused element is hidden", async () => {
  focusAndRemove("button");
  await wait();
  const heading = document.querySelector("h1");
  heading?.setAttribute("style", "display: none !important;");
  heading?.blur();
  await wait();
  heading?.removeAttribute("style");
  await wait();
  expect(document.activeElement).toBe(heading);
});
