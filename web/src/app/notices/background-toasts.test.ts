// @vitest-environment jsdom
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Change, ChangeKind } from "../../api/outbox/changes";
import type { QueuedChange } from "../../api/outbox/rows";
import { chooseLanguage, loadLanguage } from "../../lib/language/i18n";
import { load } from "virtual:language-files";
import { clearToasts, currentToast, dismissToast } from "../../ui/toasts";
import { showFailed, showSettled } from "./background-toasts";

beforeAll(() => loadLanguage(load));

vi.mock("../../api/outbox/outbox", () => ({ outbox: {} }));

afterEach(async () => {
  clearToasts();
  await chooseLanguage(null);
});

function shown(kind: ChangeKind, sentence?: string, code = "validation_failed") {
  clearToasts();
  const change = { kind } as Change;
  showFailed({ key: "k", change, aside: { status: 422, code, sentence, told: false } } as QueuedChange);
  return [currentToast()?.title, currentToast()?.text];
}

const REFUSAL = "That is not possible just now.";

describe("a refused change", () => {
  it.each<[ChangeKind, string]>([
    ["item.create", "Failed to Add to Tracker"],
    ["item.archive", "Failed to Archive"],
    ["item.delete", "Failed to Delete"],
    ["item.restore", "Failed to Restore"],
    ["list.add", "Failed to Add Item"],
    ["list.toggle", "Failed to Update Item"],
    ["list.remove", "Failed to Remove Item"],
    ["list.clearCompleted", "Failed to Clear Items"],
    ["list.clearAll", "Failed to Clear Shopping List"],
    ["list.import", "Failed to Import Items"],
  ])("%s shows '%s' with the server's message, or 'Please try again.'", (kind, title) => {
    expect(shown(kind, REFUSAL)).toEqual([title, REFUSAL]);
    expect(shown(kind)).toEqual([title, "Please try again."]);
  });

  it.each<[ChangeKind, string, string]>([
    ["session.readd", "Failed to Add to Tracker", "Could not re-add items from previous scan. Please try again."],
    [
      "session.toShoppingList",
      "Failed to Add to Shopping List",
      "Could not add items to shopping list. Please try again.",
    ],
  ])("%s shows the specification's text", (kind, title, text) => expect(shown(kind, REFUSAL)).toEqual([title, text]));

  it("is one toast with the number of those that were refused for the same reason", () => {
    const refuse = (kind: ChangeKind, code: string) => {
      const change = { kind } as Change;
      showFailed({ key: "k", change, aside: { status: 422, code, sentence: code, told: false } } as QueuedChange);
    };
    for (let n = 0; n < 20; n += 1) refuse("list.add", "The list is full.");
    refuse("item.create", "The larder is full.");
    expect(currentToast()).toMatchObject({ title: "Failed to Add to Tracker", text: "The larder is full." });
    dismissToast(currentToast()?.id ?? 0);
    expect(currentToast()).toMatchObject({ title: "Failed to Add Item (20)", text: "The list is full." });
    dismissToast(currentToast()?.id ?? 0);
    expect(currentToast()).toBeUndefined();
  });

  it.each([
    [{ notificationTime: "07:00" }, "Failed to update notification settings."],
    [{ changedPlace: { id: "p", name: "Cellar", kind: "fridge" } }, "Could not save the setting"],
    [{ aisles: [] }, "Could not save the setting"],
  ])("of preferences has a title for what was changed: %o", (preferences, title) => {
    const change = { kind: "preferences.update", preferences } as unknown as Change;
    showFailed({ key: "k", change, aside: { status: 422, sentence: "No.", told: false } } as QueuedChange);
    expect(currentToast()?.title).toBe(title);
  });

  it("is shown in German by its code", async () => {
    await chooseLanguage("de");
    expect(shown("item.archive", "Not found.", "not_found")).toEqual([
      "Archivieren fehlgeschlagen",
      "Das gibt es nicht mehr.",
    ]);
  });
});

it("announces a read receipt with the number of its items", () => {
  const response = { sessionId: "s", items: [], itemCount: 3, message: "3 items found." };
  showSettled({ type: "done", queued: {}, response } as never);
  expect([currentToast()?.title, currentToast()?.text]).toEqual(["Receipt read", "3 items found"]);
});

it.each([
  [{ status: 409 }, "Changed on another device"],
  [{ status: 403, code: "device_restricted" }, "This device can only look and tick"],
])("announces a dropped change by its conflict: %o", (error, title) => {
  showSettled({ type: "conflict", error } as never);
  expect(currentToast()?.title).toBe(title);
});
