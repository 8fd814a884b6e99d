// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openCodeReader } from "../../lib/codes/reader";
import { useCodeReader } from "./use-code-reader";

vi.mock("../../lib/codes/reader", () => ({ openCodeReader: vi.fn() }));

it("opens another reader after one that failed", async () => {
  const failed = { read: vi.fn().mockRejectedValue(new Error("The barcode reader cannot be loaded.")), close: vi.fn() };
  const other = { read: vi.fn().mockResolvedValue([]), close: vi.fn() };
  vi.mocked(openCodeReader)
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValueOnce(failed)
    .mockResolvedValueOnce(other);
  const { result, unmount } = renderHook(() => useCodeReader(() => false));
  const onFrame = () => result.current(document.createElement("video"));
  await expect(onFrame()).rejects.toThrow("offline");
  await expect(onFrame()).rejects.toThrow("cannot be loaded");
  expect(failed.close).toHaveBeenCalledOnce();
  expect(await onFrame()).toBe(false);
  unmount();
  await vi.waitFor(() => expect(other.close).toHaveBeenCalledOnce());
});
