// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { errorResponse, mockFetch } from "../../../../test/support/requests";
import { renderWithQueries } from "../../../../test/support/render";
import { signIn } from "../../../../test/support/session";
import { queryClient } from "../../../api/cached/query-client";
import UseUpPage from "./UseUpPage";

it("says that the items could not be loaded, not that nothing expires", async () => {
  signIn();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  mockFetch(() => errorResponse(503, "unavailable"));
  renderWithQueries(<UseUpPage />, queryClient);
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load this");
});
