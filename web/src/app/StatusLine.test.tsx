// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StatusLine } from "./StatusLine";

const state = vi.hoisted(() => ({
  pending: [] as unknown[],
  failed: [] as unknown[],
  online: true,
  status: "signed-in",
  since: undefined as number | undefined,
}));
vi.mock("../api/cached/use-data", () => ({
  usePending: () => state.pending,
  useFailed: () => state.failed,
  useStaleSince: () => state.since,
}));
vi.mock("../lib/browser/online", () => ({ useOnline: () => state.online }));
vi.mock("../lib/auth/use-auth", () => ({ useAuth: () => ({ status: state.status }) }));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(state, { pending: [], failed: [], online: true, status: "signed-in", since: undefined });
});
afterEach(() => vi.useRealTimers());

/** What the line says after this time. */
function said(change: Partial<typeof state>, milliseconds = 2_000): string {
  Object.assign(state, change);
  const { unmount } = render(<StatusLine />);
  act(() => vi.advanceTimersByTime(milliseconds));
  const text = screen.getByRole("status").textContent;
  unmount();
  return text;
}

it("separates what it says", () => {
  expect(said({ pending: [1], failed: [1] })).toBe("Syncing 1 change · 1 change could not sync");
  expect(said({ online: false })).toBe("Offline · 1 change waiting to sync · 1 change could not sync");
  expect(said({ pending: [], failed: [] })).toBe("You're offline. Changes sync later.");
  expect(said({ online: true })).toBe("");
});

it("says nothing of a change that leaves at once", () => expect(said({ pending: [1] }, 1_000)).toBe(""));

it.each(["ended", "unavailable", "signing-in", "closed"])("does not claim to sync while it is %s", (status) =>
  expect(said({ pending: [1], status })).toBe("1 change waiting to sync"),
);

it("does not claim to sync when nothing gets through for a while", () =>
  expect(said({ pending: [1, 2] }, 20_000)).toBe("2 changes waiting to sync"));

it("says that lists could not be refreshed, unless there is something to tap", () => {
  const since = new Date().setHours(14, 41);
  expect(said({ since }).replace("\u202f", " ")).toBe("Last updated 2:41 PM. Retrying…");
  expect(said({ since: new Date(2026, 10, 3).getTime() })).toMatch(/^Last updated Nov 3.*\. Retrying…$/);
  // There is nothing on the screen: the page itself says so.
  expect(said({ since: 0 })).toBe("");
  expect(said({ failed: [1] })).toBe("1 change could not sync");
  expect(said({ failed: [], online: false })).toBe("You're offline. Changes sync later.");
});
