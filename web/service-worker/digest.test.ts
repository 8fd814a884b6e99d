// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { values } from "../src/lib/browser/database";
import { showDigest } from "./digest";

it.each([
  [null, ["used", "tossed", "later"]],
  ["looker", ["later"]],
])("offers the answers that a device of the role %s may give", async (role, expected) => {
  await values.set("role", role);
  const showNotification = vi.fn();
  const digest = { title: "", body: "", tag: "due", url: "/", count: 1, items: [{ id: "milk", name: "Milk" }] };
  await showDigest({ registration: { showNotification } } as unknown as ServiceWorkerGlobalScope, digest);
  const { actions } = showNotification.mock.calls[0]?.[1] as { actions: readonly { action: string }[] };
  expect(actions.map(({ action }) => action)).toEqual(expected);
});
