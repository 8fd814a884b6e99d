// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { itemOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import { outbox } from "../../api/outbox/outbox";
import { clearToasts, currentToast } from "../../ui/toasts";
import HistoryTab from "./HistoryTab";

vi.mock("../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(), pending: () => [], failed: () => [], subscribe: () => () => undefined },
}));
const submit = vi.mocked(outbox.submit);

const ID = "0199aa11-0000-7000-8000-000000000001";
const session = {
  id: ID,
  userId: "me",
  scannedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  itemCount: 2,
  store: "Green Valley Market",
  purchasedOn: "2026-11-20",
  total: 9.17,
  currency: "EUR",
};
let sessions: object[];
const item = (name: string, itemStatus: "active" | "archived" | "deleted") =>
  itemOf(name, { scanSessionId: ID, itemStatus });

let items: object[] = [];
const requestedPaths: string[] = [];
beforeEach(() => {
  signIn("me");
  requestedPaths.length = 0;
  sessions = [session];
  vi.stubGlobal("fetch", async (path: string) => {
    requestedPaths.push(path);
    return Response.json(path.endsWith("/all-items") ? items : sessions);
  });
  submit.mockReset();
});
afterEach(clearToasts);

async function open(): Promise<HTMLElement> {
  renderWithQueries(<HistoryTab />);
  return screen.findByRole("button", { name: /Receipt Scan #0199aa11/, expanded: false });
}

it("leads with the shop, the day of purchase and the sum, before the title of the scan", async () => {
  const { textContent } = await open();
  expect(textContent).toMatch(/^Green Valley Market Nov 20, 2026 €9.17Receipt Scan #0199aa11/);
});

it("leads with the day of the scan if the receipt shows neither shop nor sum", async () => {
  sessions = [{ id: ID, userId: "me", scannedAt: "2026-11-21T12:00:00.000Z", itemCount: 2 }];
  const { textContent } = await open();
  expect(textContent).toMatch(/^Nov 21, 2026Receipt Scan #0199aa11/);
});

it("links to the receipt", async () => {
  await open();
  const link = screen.getByRole("link", { name: /^Show receipt: Receipt Scan #0199aa11/ });
  expect(link.getAttribute("href")).toBe(`/?tab=history&receipt=${ID}`);
});

it("loads the items of a receipt only when it is expanded", async () => {
  items = [item("Ham", "active")];
  const card = await open();
  expect(requestedPaths.filter((path) => path.endsWith("/all-items"))).toEqual([]);
  fireEvent.click(card);
  await screen.findByText("Ham");
});

it("undoes adding the items of a receipt to the list", async () => {
  submit.mockResolvedValue({ added: ["a", "b"] } as never);
  await open();
  fireEvent.click(screen.getByRole("button", { name: /^Add to shopping list: / }));
  await waitFor(() => expect(currentToast()?.action?.label).toBe("Undo"));
  currentToast()?.action?.run();
  expect(submit.mock.calls.slice(1).map(([change]) => change)).toEqual([
    { kind: "list.remove", id: "a" },
    { kind: "list.remove", id: "b" },
  ]);
});

it.each([
  ["Re-add items", "session.readd", { items: [item("Ham", "active")] }, "Added to Larder", /^1 item/],
  ["Add to shopping list", "session.toShoppingList", { added: ["a", "b"] }, "Added to Shopping List", /^2 items/],
])("%s sends %s and counts what %j has added", async (button, kind, response, title, text) => {
  submit.mockResolvedValue(response as never);
  await open();
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${button}: `) }));
  await waitFor(() => expect(currentToast()).toMatchObject({ title, text: expect.stringMatching(text) as string }));
  expect(submit).toHaveBeenCalledExactlyOnceWith({ kind, sessionId: ID });
});
