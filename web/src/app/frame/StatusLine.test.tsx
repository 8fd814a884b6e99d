// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { StatusLine } from "./StatusLine";

const state = vi.hoisted(() => ({
  pending: [] as unknown[],
  failed: [] as unknown[],
  online: true,
  status: "signed-in",
  since: undefined as number | undefined,
}));
vi.mock("../../api/cached/use-data", () => ({
  usePending: () => state.pending,
  useFailed: () => state.failed,
  useStaleSince: () => state.since,
}));
vi.mock("../../lib/browser/online", () => ({ useOnline: () => state.online }));
vi.mock("../../lib/auth/use-auth", () => ({ useAuth: () => ({ status: state.status }) }));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(state, { pending: [], failed: [], online: true, status: "signed-in", since: undefined });
});

/** Returns the text of the line after this time. */
function textAfter(change: Partial<typeof state>, milliseconds = 2_000): string {
  Object.assign(state, change);
  const { unmount } = render(<StatusLine />);
  act(() => vi.advanceTimersByTime(milliseconds));
  const text = screen.getByRole("status").textContent;
  unmount();
  return text;
}

it("shows waiting and failed changes and the offline state", () => {
  expect(textAfter({ pending: [1], failed: [1] })).toBe("Syncing 1 change · 1 change could not sync");
  expect(textAfter({ online: false })).toBe("Offline · 1 change waiting to sync · 1 change could not sync");
  expect(textAfter({ pending: [], failed: [] })).toBe("You're offline. Changes sync later.");
  expect(textAfter({ online: true })).toBe("");
});

it("does not show a change that is sent at once", () => expect(textAfter({ pending: [1] }, 1_000)).toBe(""));

it.each(["removed", "unavailable", "signing-in", "closed"])("does not claim to sync while it is %s", (status) =>
  expect(textAfter({ pending: [1], status })).toBe("1 change waiting to sync"),
);

it("does not claim to sync if no change is sent for a while", () =>
  expect(textAfter({ pending: [1, 2] }, 20_000)).toBe("2 changes waiting to sync"));

it("shows that lists could not be refreshed, unless it shows changes", () => {
  const since = new Date().setHours(14, 41);
  expect(textAfter({ since }).replace("\u202f", " ")).toBe("Last updated 2:41 PM. Retrying…");
  expect(textAfter({ since: new Date(2026, 10, 3).getTime() })).toMatch(/^Last updated Nov 3.*\. Retrying…$/);
  // There is no data: the page itself shows the error.
  expect(textAfter({ since: 0 })).toBe("");
  expect(textAfter({ failed: [1] })).toBe("1 change could not sync");
  expect(textAfter({ failed: [], online: false })).toBe("You're offline. Changes sync later.");
});
