// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { QueryClient } from "@tanstack/react-query";
import { errorResponse, mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import { ShoppingListPage } from "./ShoppingListPage";

it("says that the list could not be loaded, and not that it is empty", async () => {
  signIn();
  mockFetch(() => errorResponse(503, "unavailable"));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  history.replaceState(null, "", "/shopping-list?view=list");
  renderWithQueries(<ShoppingListPage shareDialog={() => null} barcodeDialog={() => null} />, client);
  await screen.findByRole("heading", { name: /^Your List/ }, { timeout: 15_000 });
  expect(screen.getByRole("alert").textContent).toContain("Could not load this");
  expect(screen.queryByText("No items in your shopping list")).toBeNull();
});
