// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { rowOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import { outbox } from "../../api/outbox/outbox";
import { auth } from "../../lib/auth/auth";
import { clearToasts, currentToast } from "../../ui/toasts";
import SharedListPage from "./SharedListPage";

vi.mock("../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn(), pending: () => [] } }));
const submit = vi.mocked(outbox.submit);

const LIST = {
  list: { title: "For Saturday", description: "The barbecue", ownerName: "Ana", createdAt: "2026-11-20T10:00:00.000Z" },
  items: [
    { id: "1", name: "Shampoo", category: "Health & Beauty", quantity: 1, unit: "bottle", notes: null },
    { id: "2", name: "Apples", category: "Fruits", quantity: 2, unit: "lb", notes: "red ones" },
  ],
};
const GONE = "This shared shopping list is not available. It may have been deleted or the link may be invalid.";

/** A failed request is repeated once, a second later. */
const AFTER_RETRY = { timeout: 10_000 };

/** The responses to the requests of the list, of which the last one is repeated. */
let responses: (() => Response)[] = [];
const onRequest = vi.fn();
/** The user's own shopping list. */
let ownRows: Promise<readonly object[]>;

beforeEach(() => {
  signIn();
  onRequest.mockReset();
  ownRows = Promise.resolve([]);
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.includes("/shared-list/")) return Response.json(await ownRows);
    onRequest();
    const [respond, ...rest] = responses;
    if (rest.length > 0) responses = rest;
    return respond?.() ?? Response.error();
  });
  submit.mockReset();
});
afterEach(clearToasts);

function open(...given: (() => Response)[]) {
  responses = given;
  renderWithQueries(<SharedListPage token="abcdefghijklmnopqrstuv" />);
}
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

it("offers no import of an empty list", async () => {
  open(json({ ...LIST, items: [] }));
  await screen.findByText("No Items in This List");
  screen.getByText("This shared list doesn't contain any items yet.");
  expect(screen.queryByRole("button", { name: "Import to My List" })).toBeNull();
});

it.each(["removed", "signed-out"] as const)("offers a %s device to join, and no import", async (status) => {
  const state = { status, uid: "u" };
  vi.spyOn(auth, "state").mockReturnValue(state);
  open(json(LIST));
  expect((await screen.findByRole("link", { name: "Open a larder to import" })).getAttribute("href")).toBe("/link");
  expect(screen.queryByRole("button", { name: "Import to My List" })).toBeNull();
});

it.each([
  ["fails to load twice", json({ error: "internal", message: "Broken." }, 500), 2],
  ["is not complete", json({ list: null }), 1],
] as const)("shows that a list that %s is not available", async (_, respond, times) => {
  open(respond);
  expect((await screen.findByRole("alert", {}, AFTER_RETRY)).textContent).toContain(GONE);
  expect(onRequest).toHaveBeenCalledTimes(times);
});

it("allows another attempt after an import was refused", async () => {
  let refuse: (error: Error) => void = () => undefined;
  submit.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  open(json(LIST));
  fireEvent.click(await screen.findByRole("button", { name: "Import to My List" }));
  const button = await screen.findByRole("button", { name: "Importing..." });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
  refuse(new Error("No."));
  await screen.findByRole("button", { name: "Import to My List" });
});

it("imports nothing if the list was deleted while it is open", async () => {
  open(json(LIST), json({ error: "not_found", message: "It does not exist." }, 404));
  fireEvent.click(await screen.findByRole("button", { name: "Import to My List" }));
  expect((await screen.findByRole("alert", {}, AFTER_RETRY)).textContent).toContain(GONE);
  expect(submit).not.toHaveBeenCalled();
});

it("does not open the list after its user has left the page during the import", async () => {
  let respond: (rows: readonly object[]) => void = () => undefined;
  ownRows = new Promise((resolve) => (respond = resolve));
  open(json({ ...LIST, items: LIST.items.slice(0, 1) }));
  fireEvent.click(await screen.findByRole("button", { name: "Import to My List" }));
  await waitFor(() => expect(onRequest).toHaveBeenCalledTimes(2));
  cleanup();
  history.replaceState(null, "", "/settings");
  respond([rowOf("Shampoo", { unit: "bottle" })]);
  await waitFor(() => expect(currentToast()?.title).toBe("All of these are already on your list."));
  expect(location.pathname).toBe("/settings");
});

it("imports a long list in parts of 200 items", async () => {
  const items = Array.from({ length: 450 }, (_, n) => ({ ...LIST.items[0], id: `${n}`, name: `Soap ${n}` }));
  submit.mockImplementation((change) =>
    Promise.resolve({ imported: change.kind === "list.import" ? change.items.length : 0 }),
  );
  open(json({ ...LIST, items }));
  fireEvent.click(await screen.findByRole("button", { name: "Import to My List" }));
  await waitFor(() => expect(currentToast()?.text).toContain("450"));
  expect(submit.mock.calls.map(([change]) => change.kind === "list.import" && change.items.length)).toEqual([
    200, 200, 50,
  ]);
});
