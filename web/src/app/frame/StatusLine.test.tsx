// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { StatusLine } from "./StatusLine";

interface State {
  pending: unknown[];
  failed: unknown[];
  online: boolean;
  status: string;
  since: number | undefined;
}
const QUIET: State = { pending: [], failed: [], online: true, status: "signed-in", since: undefined };
const state = vi.hoisted(() => ({}) as State);
vi.mock("../../api/cached/use-data", () => ({
  usePending: () => state.pending,
  useFailed: () => state.failed,
  useStaleSince: () => state.since,
}));
vi.mock("../../lib/browser/online", () => ({ useOnline: () => state.online }));
vi.mock("../../lib/auth/use-auth", () => ({ useAuth: () => ({ status: state.status }) }));

beforeEach(() => void vi.useFakeTimers());

/** Returns the text of the line after this time in a state, whose other fields are those of a quiet one. */
function textAfter(changed: Partial<State>, milliseconds = 2_000): string {
  Object.assign(state, QUIET, changed);
  const { unmount } = render(<StatusLine />);
  act(() => vi.advanceTimersByTime(milliseconds));
  const text = screen.getByRole("status").textContent;
  unmount();
  return text;
}

it.each<[Partial<State>, string]>([
  [{}, ""],
  [{ online: false }, "You're offline. Changes sync later."],
  [{ pending: [1], failed: [1] }, "Syncing 1 change · 1 change could not sync"],
  [{ pending: [1], failed: [1], online: false }, "Offline · 1 change waiting to sync · 1 change could not sync"],
])("shows for %o: %s", (changed, text) => expect(textAfter(changed)).toBe(text));

it("does not show a change that is sent at once", () => expect(textAfter({ pending: [1] }, 1_000)).toBe(""));

it.each(["removed", "unavailable", "signing-in", "closed"])("does not claim to sync while it is %s", (status) =>
  expect(textAfter({ pending: [1], status })).toBe("1 change waiting to sync"),
);

it("does not claim to sync if no change is sent for a while", () =>
  expect(textAfter({ pending: [1, 2] }, 20_000)).toBe("2 changes waiting to sync"));

it("shows since when lists could not be refreshed, unless there are changes or no network", () => {
  const since = new Date().setHours(14, 41);
  expect(textAfter({ since }).replace("\u202f", " ")).toBe("Last updated 2:41 PM. Retrying…");
  expect(textAfter({ since: new Date(2026, 10, 3).getTime() })).toMatch(/^Last updated Nov 3.*\. Retrying…$/);
  // There is no data: the page itself shows the error.
  expect(textAfter({ since: 0 })).toBe("");
  expect(textAfter({ since, failed: [1] })).toBe("1 change could not sync");
  expect(textAfter({ since, online: false })).toBe("You're offline. Changes sync later.");
});
