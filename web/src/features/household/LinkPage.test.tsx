// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import LinkPage from "./LinkPage";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const PASS = `/link#install=${"p".repeat(43)}`;

/** Opens the page with an install pass of Ada's larder, and returns the paths that it requested. */
function openWithPass({ installed }: { installed: boolean }): string[] {
  const paths: string[] = [];
  const idToken = `x.${btoa(JSON.stringify({ sub: "theirs", device: "mine" }))}.x`;
  const ada = { id: "a", name: "iPhone, Safari", person: "Ada", isThisDevice: false };
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: installed && query.includes("standalone") }));
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path);
    if (path === "/api/household/install") return Response.json({ customToken: "c" });
    if (path === "/api/household") return Response.json({ devices: [ada, { id: "mine", isThisDevice: true }] });
    return Response.json({ idToken, localId: "own", refreshToken: "r", expiresIn: "3600" });
  });
  history.replaceState(null, "", PASS);
  renderWithQueries(<LinkPage />);
  return paths;
}

it("shows whose larder an install pass opens, and opens it after a confirmation", async () => {
  openWithPass({ installed: true });
  await screen.findByText("Used by: Ada (iPhone, Safari).");
  expect(localStorage.getItem("larder.session")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Open the Larder" }));
  await vi.waitFor(() => expect(localStorage.getItem("larder.session")).toContain("theirs"));
});

it("redeems no install pass outside of an installed app", async () => {
  const paths = openWithPass({ installed: false });
  await screen.findByRole("textbox");
  expect([paths, location.hash]).toEqual([[], ""]);
});

it("does not blame the recovery code for a refused link code", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ error: "not_found", message: "No." }, { status: 404 }));
  renderWithQueries(<LinkPage />);
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "ABCD-EFGH" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("button", { name: /recovery/i }));
  expect(screen.getByRole("textbox")).toHaveProperty("value", "");
  expect(screen.queryByRole("alert")).toBeNull();
});
