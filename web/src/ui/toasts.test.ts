import { beforeEach, expect, it, vi } from "vitest";
import { clearToasts, currentToast, dismissToast, showToast, showUndo } from "./toasts";

beforeEach(clearToasts);
const dismissCurrent = () => dismissToast(currentToast()?.id ?? -1);

it("shows one at a time and lets news replace news", () => {
  showToast({ title: "one" });
  showToast({ title: "two" });
  expect(currentToast()?.title).toBe("two");
  dismissCurrent();
  expect(currentToast()).toBeUndefined();
});

it("lasts five seconds by default", () => {
  showToast({ title: "one" });
  expect(currentToast()?.durationMs).toBe(5_000);
});

it("never swallows an undo", () => {
  const undo = vi.fn();
  showUndo("delete", () => "deleted", "Undo", undo);
  showToast({ title: "news" });
  showToast({ title: "more news" });
  expect(currentToast()?.title).toBe("deleted");
  currentToast()?.action?.run();
  dismissCurrent();
  expect(undo).toHaveBeenCalledOnce();
  expect(currentToast()?.title).toBe("more news");
});

it("joins undos of one group and takes all back", () => {
  const undone: number[] = [];
  for (const n of [1, 2, 3]) showUndo("archive", (count) => `${count} archived`, "Undo", () => undone.push(n));
  expect(currentToast()?.title).toBe("3 archived");
  currentToast()?.action?.run();
  expect(undone).toEqual([1, 2, 3]);
});
