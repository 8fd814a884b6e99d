// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { it } from "vitest";
import { errorResponse, mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import ProgramsSection from "./ProgramsSection";

it("says that the tokens could not be loaded", async () => {
  signIn("me");
  mockFetch(() => errorResponse(500, "internal"));
  renderWithQueries(<ProgramsSection />);
  await screen.findByText("Could not load the tokens.");
});
