// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

async function open({ userAgent = "Mozilla/5.0 (Linux) Chrome/140", standalone = false, wait = 10_000 } = {}) {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
  const matches = (query: string) => standalone && query.includes("standalone");
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: matches(query), addEventListener: () => undefined }));
  const [{ default: InstallPrompt }, { watchInstall }] = await Promise.all([
    import("./InstallPrompt"),
    import("../../lib/browser/install"),
  ]);
  watchInstall();
  render(<InstallPrompt />);
  await act(() => vi.advanceTimersByTimeAsync(wait));
  return screen.queryByRole("complementary", { name: "Install App" });
}
/** Presses the card's button, and returns the dialog that explains what to do. */
const install = async (label: string) => {
  fireEvent.click(screen.getByRole("button", { name: label }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  return screen.getByRole("alertdialog");
};
const steps = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
/** Dispatches the event by which the browser offers its install prompt, which `prompt` shows. */
const offer = (prompt: () => Promise<void>) =>
  act(async () => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: "accepted" }),
    });
    window.dispatchEvent(event);
  });

it.each([
  ["", 0, 2_000],
  [", of which its code took one", 1_000, 1_000],
])("appears two seconds after the page has loaded%s", async (_, elapsed, wait) => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ loadEventEnd: 1 }] as never);
  vi.spyOn(performance, "now").mockReturnValue(elapsed + 1);
  expect(await open({ wait: wait - 1 })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole("complementary", { name: "Install App" })).toBeTruthy();
});

it("waits until no dialog is open", async () => {
  const { addModal } = await import("../../ui/modals");
  const close = addModal(document.createElement("dialog"));
  expect(await open()).toBeNull();
  act(close);
  expect(screen.getByRole("complementary", { name: "Install App" })).toBeTruthy();
});

it("shows manual steps if the browser has no install prompt", async () => {
  await open();
  expect(steps(await install("Install"))).toEqual([
    "Open the browser menu",
    "Select 'Install app' or 'Add to home screen'",
    "Follow the prompts",
  ]);
});

it("points to Safari's Share button on an iPhone", async () => {
  const card = await open({ userAgent: IPHONE });
  expect(card?.textContent).toContain("Use Safari's Share button and 'Add to Home Screen'");
  expect(steps(await install("Show How"))).toEqual(["Tap Share in Safari", "Select 'Add to Home Screen'", "Tap 'Add'"]);
});

it("shows manual steps when the browser's prompt fails", async () => {
  await open();
  await offer(() => Promise.reject(new Error("no")));
  const dialog = await install("Install");
  expect(dialog.textContent).toContain("open the browser menu and choose 'Install app' or 'Add to home screen'");
});

it("disappears when the browser's prompt is accepted", async () => {
  await open();
  await offer(() => Promise.resolve());
  fireEvent.click(screen.getByRole("button", { name: "Install" }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.queryByRole("complementary")).toBeNull();
});

it("shows nothing in the installed app", async () => expect(await open({ standalone: true })).toBeNull());

it("does not cover a shared list", async () => {
  history.replaceState(null, "", "/shared/Xk3vT9QmR2pLw7aBcDeFgH");
  try {
    expect(await open()).toBeNull();
  } finally {
    history.replaceState(null, "", "/");
  }
});
