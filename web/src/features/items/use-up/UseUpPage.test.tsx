// @vitest-environment jsdom
import { QueryClient, onlineManager } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { errorResponse, mockFetch } from "../../../../test/support/requests";
import { renderWithQueries } from "../../../../test/support/render";
import { signIn } from "../../../../test/support/session";
import UseUpPage from "./UseUpPage";

it.each([
  ["the server fails", true],
  ["the device is offline", false],
])("says that the items could not be loaded, not that nothing expires, if %s", async (_, isOnline) => {
  onlineManager.setOnline(isOnline);
  onTestFinished(() => onlineManager.setOnline(true));
  signIn();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  mockFetch(() => errorResponse(503, "unavailable"));
  renderWithQueries(<UseUpPage />, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load this");
});
