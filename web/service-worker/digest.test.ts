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

it("does not call food past its best-before date expired", async () => {
  const showNotification = vi.fn();
  const items = [
    { id: "rice", name: "Rice", daysLeft: -1, isBestBefore: true },
    { id: "milk", name: "Milk", daysLeft: -1 },
  ];
  const digest = { title: "", body: "", tag: "due", url: "/", count: 2, items };
  await showDigest({ registration: { showNotification } } as unknown as ServiceWorkerGlobalScope, digest);
  expect(showNotification.mock.calls[0]?.[1]).toMatchObject({
    body: "2 items to use up soon: Rice (past best before · check and eat), Milk (expired)",
  });
});
