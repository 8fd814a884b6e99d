// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { itemOf, rowOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import type { Change } from "../../api/outbox/changes";

const milk = rowOf("Milk", { id: "row" });

it.each<[Change, object]>([
  [
    { kind: "item.create", item: itemOf("Jamm") },
    { name: "Jam", quantity: 1 },
  ],
  [{ kind: "item.update", item: itemOf("Jamm"), fields: { name: "Jamm" } }, { name: "Jam" }],
  [
    { kind: "list.add", item: rowOf("Jamm") },
    { name: "Jam", quantity: 1 },
  ],
  [{ kind: "list.update", id: "row", fields: { name: "Jamm" } }, { name: "Jam" }],
])("sends a refused change again with corrected values: $kind", async (change, sent) => {
  signIn("me", { idToken: "t" });
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return bodies.length === 1
      ? Response.json({ error: "validation_failed", message: "Too long." }, { status: 422 })
      : Response.json({ message: "ok" });
  });
  // Imported once the device is signed in.
  const { keys } = await import("../../api/cached/queries");
  const { queryClient } = await import("../../api/cached/query-client");
  const { outbox } = await import("../../api/outbox/outbox");
  const { default: OutboxDialog } = await import("./OutboxDialog");
  queryClient.setQueryData(keys.shoppingList, [milk]);
  await outbox.submit(change).catch(() => undefined);
  const onClose = vi.fn();
  renderWithQueries(<OutboxDialog onClose={onClose} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Edit/ }));
  const name = await screen.findByDisplayValue("Jamm");
  fireEvent.change(name, { target: { value: "Jam" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect([outbox.failed(), outbox.pending()]).toEqual([[], []]));
  expect(bodies[1]).toMatchObject(sent);
  if (change.kind.endsWith("update")) expect(bodies[1]).toEqual(sent);
  // The correction is sent: closing the list asks for no discarding.
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("offers a tick, and no other change, again on a device that may only look and tick", async () => {
  signIn("me", { idToken: "t" });
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: "validation_failed", message: "Not that." }, { status: 422 }),
  );
  const { outbox } = await import("../../api/outbox/outbox");
  const { default: OutboxDialog } = await import("./OutboxDialog");
  await outbox.submit({ kind: "list.toggle", id: "row", isCompleted: true }).catch(() => undefined);
  await outbox.submit({ kind: "list.remove", id: "row" }).catch(() => undefined);
  renderWithQueries(<OutboxDialog onClose={() => undefined} />);
  const buttons = await screen.findAllByRole("button", { name: /^(Send|Try) again/i });
  expect(buttons.map((button) => button.classList.contains("members-only"))).toEqual([false, true]);
});
