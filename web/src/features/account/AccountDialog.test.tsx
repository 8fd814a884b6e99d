// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { errorResponse, mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  mockFetch(() => errorResponse(503, "unavailable"));
});

async function open(session: object) {
  signIn("u", session);
  const { queryClient } = await import("../../api/cached/query-client");
  const { default: AccountDialog } = await import("./AccountDialog");
  renderWithQueries(<AccountDialog onClose={() => undefined} />, queryClient);
  return queryClient;
}
function householdOfTwo(otherRole: string) {
  const device = { name: "Phone", createdAt: "", lastSeenOn: "", role: "member" };
  const devices = [
    { ...device, id: "a", isThisDevice: true },
    { ...device, id: "b", isThisDevice: false, role: otherRole },
  ];
  return { devices, recoveryCode: null };
}
const actions = () => screen.queryAllByRole("button", { name: /Sign Out|Clear All Data/ });

it.each(["removed", "signed-out"])("offers nothing that a %s device cannot do", async (ended) => {
  await open({ ended });
  expect(actions()).toEqual([]);
});

it("shows no count of items that could not be loaded", async () => {
  const queryClient = await open({});
  expect(actions()).toHaveLength(2);
  await vi.waitFor(() => expect(queryClient.getQueryState(["items"])?.status).toBe("error"));
  await vi.waitFor(() => expect(screen.getAllByText("–")).toHaveLength(5));
});

it.each([
  ["Sign Out & Reset", "Sign out failed"],
  ["Clear All Data", "Failed to clear data"],
])("tells the only member why %s fails in a shared larder", async (name, title) => {
  const household = householdOfTwo("looker");
  mockFetch(({ path }) => (path === "/api/household" ? Response.json(household) : errorResponse(503, "unavailable")));
  const queryClient = await open({});
  act(() => void queryClient.setQueryData(["household"], household));
  const { currentToast } = await import("../../ui/toasts");
  fireEvent.click(screen.getByRole("button", { name }));
  const question = await screen.findByRole("alertdialog");
  fireEvent.click(within(question).getByRole("button", { name }));
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({
      title,
      text: "Only this device can change things. First let another device do everything.",
    }),
  );
});

it.each(["Sign Out & Reset", "Clear All Data"])("names the other devices in %s once they are known", async (name) => {
  const household = householdOfTwo("member");
  let respond: (() => void) | undefined;
  mockFetch(({ path }) =>
    path === "/api/household"
      ? new Promise((resolve) => (respond = () => resolve(Response.json(household))))
      : errorResponse(503, "unavailable"),
  );
  await open({ idToken: `e30.${btoa(JSON.stringify({ device: "a" }))}.x` });
  fireEvent.click(screen.getByRole("button", { name }));
  await vi.waitFor(() => expect(respond).toBeDefined());
  respond?.();
  expect((await screen.findByRole("alertdialog")).textContent).toContain("1 other device");
});
