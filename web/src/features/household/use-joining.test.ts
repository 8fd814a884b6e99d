// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useJoining } from "./use-joining";

const calls = vi.hoisted(() => ({ join: vi.fn(), removeDevice: vi.fn() }));
vi.mock("../../api/household/calls", () => calls);
const moves = vi.hoisted(() => ({ sendWaitingChanges: vi.fn(), previewCopy: vi.fn(), otherDevices: vi.fn() }));
vi.mock("../../api/household/moves", () => moves);
const signInWithCustomToken = vi.hoisted(() => vi.fn());
vi.mock("../../lib/auth/custom-token", () => ({ claim: () => "this", signInWithCustomToken }));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  calls.removeDevice.mockReset().mockResolvedValue({});
});

/** Joins by a link, and polls until this device signs in. `finish` ends the sign-in. */
async function signInByLink() {
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  calls.join.mockResolvedValueOnce({ state: "asked", ticket: "t", digits: "12", expiresAt });
  calls.join.mockResolvedValueOnce({ state: "confirmed", customToken: "c" });
  let signIn = (_: object) => {};
  signInWithCustomToken.mockReturnValue(new Promise((resolve) => (signIn = resolve)));
  const rendered = renderHook(useJoining);
  await act(() => rendered.result.current.join("secret"));
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect([calls.join.mock.lastCall, rendered.result.current.step.phase]).toEqual([["t"], "digits"]);
  return { ...rendered, finish: () => act(async () => signIn({ idToken: "x" })) };
}

it("asks nothing more when it is cancelled while a confirmed device signs in, and removes the device", async () => {
  const { result, finish } = await signInByLink();
  act(() => result.current.cancel());
  await finish();
  expect(result.current.step).toEqual({ phase: "start" });
  expect(calls.removeDevice).toHaveBeenCalledExactlyOnceWith("this", { token: "x" });
});

it("does not remove a confirmed device whose page closes, because the next page signs it in", async () => {
  const { unmount, finish } = await signInByLink();
  unmount();
  await finish();
  expect(calls.removeDevice).not.toHaveBeenCalled();
});
