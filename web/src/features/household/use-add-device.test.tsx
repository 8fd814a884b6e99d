// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../api/client";
import { useAddDevice } from "./use-add-device";

const calls = vi.hoisted(() => ({ openLink: vi.fn(), linkState: vi.fn(), confirmLink: vi.fn(), closeLink: vi.fn() }));
vi.mock("../../api/household/calls", () => calls);

beforeEach(() => {
  vi.useFakeTimers();
  calls.openLink.mockResolvedValue({ id: "l", secret: "s", code: "ABCDEFGH", expiresAt: "2026-11-29T10:05:00.000Z" });
  calls.linkState.mockResolvedValue({ state: "asked", device: { name: "Phone" }, triesLeft: 3 });
  calls.closeLink.mockReset().mockResolvedValue(undefined);
});

it.each([
  ["keeps the link of a device whose confirmation got no response", new NetworkError("offline"), 0],
  ["closes a link whose digits were wrong", new ApiError(404, "No.", { error: "not_found" }, undefined), 1],
  ["closes the link of a full larder", new ApiError(409, "No.", { error: "too_many_devices" }, undefined), 1],
  ["keeps the link after a proxy's 408", new ApiError(408, "No.", undefined, undefined), 0],
])("%s when the dialog closes", async (_, failure, closeCount) => {
  calls.confirmLink.mockRejectedValue(failure);
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useAddDevice("member", () => undefined), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect(result.current.step.phase).toBe("requested");
  await act(async () => result.current.confirm("12"));
  unmount();
  expect(calls.closeLink).toHaveBeenCalledTimes(closeCount);
});
