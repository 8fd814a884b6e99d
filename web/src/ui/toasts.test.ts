import { beforeEach, expect, it, vi } from "vitest";
import {
  clearToasts,
  currentToast,
  dismissToast,
  pauseToast,
  showToast,
  showUndo,
  timeLeft,
  type Toast,
} from "./toasts";

beforeEach(clearToasts);
const title = () => currentToast()?.title;
const dismissCurrent = () => dismissToast(currentToast()?.id ?? -1);

it("replaces a toast without an action by a newer one", () => {
  showToast({ title: "one" });
  showToast({ title: "two" });
  expect(title()).toBe("two");
  dismissCurrent();
  expect(title()).toBeUndefined();
});

it("lasts five seconds by default", () => {
  showToast({ title: "one" });
  expect(currentToast()?.durationMs).toBe(5_000);
});

it("shows the newest action, and the earlier one again after it", () => {
  const added = vi.fn();
  const deleted = vi.fn();
  showUndo("add", () => "added", added);
  showUndo("delete", () => "deleted", deleted);
  expect(title()).toBe("deleted");
  currentToast()?.action?.run();
  dismissCurrent();
  expect([added.mock.calls.length, deleted.mock.calls.length]).toEqual([0, 1]);
  expect(title()).toBe("added");
});

it("shows undo toasts and failures again after newer toasts", () => {
  showUndo(
    "delete",
    () => "deleted",
    () => undefined,
  );
  showToast({ title: "refused", tone: "danger" });
  showToast({ title: "refused as well", tone: "danger" });
  for (const news of ["a", "b", "c"]) showToast({ title: news });
  const shown = [];
  for (; currentToast(); dismissCurrent()) shown.push(title());
  expect(shown).toEqual(["c", "refused as well", "refused", "deleted"]);
});

it("joins undo toasts of one group, and undoes all, the newest first", () => {
  const undone: number[] = [];
  const archive = (n: number) =>
    showUndo(
      "archive",
      (count) => `${count} archived`,
      () => undone.push(n),
    );
  archive(1);
  archive(2);
  showUndo(
    "delete",
    () => "deleted",
    () => undefined,
  );
  archive(3);
  expect(title()).toBe("3 archived");
  currentToast()?.action?.run();
  expect(undone).toEqual([3, 2, 1]);
});

it("runs a choice for every action that joined the toast", () => {
  const chosen: string[] = [];
  for (const name of ["Milk", "Bread"])
    showUndo(
      "archive",
      (n) => `${n} archived`,
      () => undefined,
      { choices: [{ label: "Used up?", run: () => chosen.push(name) }] },
    );
  expect(title()).toBe("2 archived");
  currentToast()?.choices?.[0]?.run();
  expect(chosen).toEqual(["Milk", "Bread"]);
});

it("does not show a covered toast again after its time, except a failure", () => {
  vi.useFakeTimers();
  const covered = (tone: Toast["tone"]) => {
    clearToasts();
    showToast({ title: "old", tone, action: { label: "Undo", run: () => undefined } });
    const old = currentToast() as Toast;
    showToast({ title: "new" });
    pauseToast(old, 4_000);
    return old;
  };
  const old = covered("plain");
  vi.advanceTimersByTime(1_000);
  expect(timeLeft(old)).toBe(3_000);
  vi.advanceTimersByTime(4_000);
  dismissCurrent();
  expect(title()).toBeUndefined();
  const failure = covered("danger");
  vi.advanceTimersByTime(5_000);
  dismissCurrent();
  expect([title(), timeLeft(failure)]).toEqual(["old", 4_000]);
});
