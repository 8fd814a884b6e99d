// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useJoining } from "./use-joining";

const join = vi.hoisted(() => vi.fn());
vi.mock("../../api/household/calls", () => ({ join }));
const moves = vi.hoisted(() => ({ sendWaitingChanges: vi.fn(), previewCopy: vi.fn(), otherDevices: vi.fn() }));
vi.mock("../../api/household/moves", () => moves);
const signInWithCustomToken = vi.hoisted(() => vi.fn());
vi.mock("../../lib/auth/custom-token", () => ({ claim: () => undefined, signInWithCustomToken }));

it("asks nothing more when it is cancelled while a confirmed device signs in", async () => {
  vi.useFakeTimers();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  join.mockResolvedValueOnce({ state: "asked", ticket: "t", digits: "12", expiresAt });
  join.mockResolvedValueOnce({ state: "confirmed", customToken: "c" });
  let signIn = (_: object) => {};
  signInWithCustomToken.mockReturnValue(new Promise((resolve) => (signIn = resolve)));
  const { result } = renderHook(useJoining);
  await act(() => result.current.join("secret"));
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect([join.mock.lastCall, result.current.step.phase]).toEqual([["t"], "digits"]);
  act(() => result.current.cancel());
  await act(async () => signIn({ idToken: "x" }));
  expect(result.current.step).toEqual({ phase: "start" });
});
