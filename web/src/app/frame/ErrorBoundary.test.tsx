// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { navigate, usePath, useSearchParams } from "../../lib/navigation/router";
import { ErrorBoundary } from "./ErrorBoundary";

vi.mock("../../api/cached/query-client", () => ({ replaceResponses: () => Promise.resolve() }));

/** A page that fails at some addresses. */
function Page() {
  const path = usePath();
  const [search] = useSearchParams();
  if (path === "/settings" || search.has("receipt")) throw new Error("Broken data.");
  return <p>At {path}</p>;
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("scrollTo", () => undefined);
  history.replaceState(null, "", "/legal");
});

it.each([
  ["/settings", "/"],
  ["/?tab=history&receipt=a", "/?tab=history"],
])("shows other pages after %s broke: %s", async (broken, other) => {
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  act(() => navigate(broken));
  expect(await screen.findByRole("alert")).toBeTruthy();
  act(() => navigate(other));
  expect(screen.getByText("At /")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps the message while only a filter of the page changes", async () => {
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  act(() => navigate("/settings"));
  await screen.findByRole("alert");
  act(() => navigate("/settings?filter=soon"));
  expect(screen.getByRole("alert")).toBeTruthy();
});
