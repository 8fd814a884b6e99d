// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import { auth } from "../../lib/auth/auth";
import LinkPage from "./LinkPage";

const SECRET = "p".repeat(43);
const session = () => localStorage.getItem("larder.session");

/** Opens the page with the secret of a larder that these other devices use, as a set-up link. */
function openSetUpLink(devices: readonly object[], responses: Record<string, unknown> = {}) {
  const idToken = `x.${btoa(JSON.stringify({ sub: "theirs", device: "mine" }))}.x`;
  vi.spyOn(auth, "state").mockReturnValue({ status: "signing-in", uid: null });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/household/join") return Response.json({ state: "confirmed", customToken: "c" });
    if (path === "/api/household") return Response.json({ devices: [...devices, { id: "mine", isThisDevice: true }] });
    if (path in responses) return Response.json(responses[path]);
    if (path === "/api/household/bring") return Response.json({ error: "device_restricted" }, { status: 403 });
    return Response.json({ idToken, localId: "own", refreshToken: "r", expiresIn: "3600" });
  });
  history.replaceState(null, "", `/link#setup=${SECRET}`);
  renderWithQueries(<LinkPage />);
}

it("opens the new larder of a set-up link without a question", async () => {
  openSetUpLink([]);
  await vi.waitFor(() => expect(session()).toContain("theirs"));
  expect(location.hash).toBe("");
});

it("opens another larder on a device that may only look and tick, and takes nothing along", async () => {
  signIn("old");
  openSetUpLink([]);
  await vi.waitFor(() => expect(session()).toContain("theirs"));
});

it("asks before it opens somebody else's larder by a set-up link", async () => {
  openSetUpLink([{ id: "a", name: "iPhone, Safari", person: "Ada", isThisDevice: false }]);
  await screen.findByText("Used by: Ada (iPhone, Safari).");
  expect(session()).toBeNull();
});

it("asks before it leaves receipts behind that are not copied", async () => {
  signIn("old");
  openSetUpLink([], {
    "/api/household/bring": { items: 0, listItems: 0, corrections: 0, codes: 0 },
    "/api/scan-sessions": [{}],
    "/api/items/archived": [],
  });
  await screen.findByText(/^History, archive and savings are not copied/);
  expect(session()).not.toContain("theirs");
  fireEvent.click(screen.getByRole("button", { name: "Open the larder" }));
  await vi.waitFor(() => expect(session()).toContain("theirs"));
});

/** Submits a code that the server refuses. `type` submits another one. */
async function submitRefused() {
  vi.stubGlobal("fetch", async () => Response.json({ error: "not_found", message: "No." }, { status: 404 }));
  renderWithQueries(<LinkPage />);
  const type = (value: string) => {
    const field = screen.getByRole("textbox");
    fireEvent.change(field, { target: { value } });
    fireEvent.submit(field.closest("form") as HTMLFormElement);
  };
  type("ABCD-EFGH");
  const { textContent: refusal } = await screen.findByRole("alert");
  return { type, refusal };
}

it("shows what is wrong with a code in place of the refusal of the one before", async () => {
  const { type, refusal } = await submitRefused();
  type("ABC");
  expect(screen.getByRole("alert").textContent).not.toBe(refusal);
});

it("does not blame the recovery code for a refused link code", async () => {
  await submitRefused();
  for (const [name, label] of [
    ["Use a recovery code", "Recovery code"],
    ["Back", "Eight-character code"],
  ] as const) {
    fireEvent.click(screen.getByRole("button", { name }));
    expect(screen.getByLabelText(label)).toHaveProperty("value", "");
    expect(screen.queryByRole("alert")).toBeNull();
  }
});
