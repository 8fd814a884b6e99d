// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import type { GroceryItem } from "../types";
import { overlayArchived, overlayItems } from "./overlay";
import type { QueuedChange } from "./rows";
import { newTab } from "./new-tab";

let paths: string[] = [];

beforeEach(() => {
  paths = [];
  signIn();
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path);
    return Response.json({ message: "ok" });
  });
});

afterEach(() => vi.unstubAllGlobals());

it("applies changes at once, sends them in order, and removes them when carried out", async () => {
  const outbox = await newTab();
  const first = outbox.submit({ kind: "item.create", item: itemOf("a") });
  const second = outbox.submit({ kind: "item.archive", item: itemOf("a") });
  expect(outbox.pending().map(({ change }) => change.kind)).toEqual(["item.create", "item.archive"]);
  await Promise.all([first, second]);
  expect(paths).toEqual(["/api/items", "/api/items/a/archive"]);
  expect(outbox.pending()).toEqual([]);
});

it("applies waiting changes to the server's response", () => {
  const queued = (change: QueuedChange["change"]): QueuedChange => ({
    v: 2,
    key: "k",
    uid: "u",
    at: "2026-11-21T10:00:00.000Z",
    change,
  });
  const archive = queued({ kind: "item.archive", item: itemOf("a") });
  expect(overlayItems([itemOf("a"), itemOf("b")], archive).map(({ id }) => id)).toEqual(["b"]);
  expect(overlayArchived([], archive).map(({ itemStatus }) => itemStatus)).toEqual(["archived"]);
  const back = queued({ kind: "item.restore", item: itemOf("a") });
  expect([archive, back].reduce(overlayItems, [itemOf("a")] as readonly GroceryItem[]).map(({ id }) => id)).toEqual([
    "a",
  ]);
  // The server may have created the item before its response arrives.
  expect(overlayItems([itemOf("c")], queued({ kind: "item.create", item: itemOf("c") }))).toHaveLength(1);
});
