// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { QueryClient } from "@tanstack/react-query";
import { errorResponse, mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { rowOf } from "../../../test/support/rows";
import { CurrentList } from "./list/CurrentList";
import { signIn } from "../../../test/support/session";
import { ShoppingListPage } from "./ShoppingListPage";
import ImportDialog from "./add/ImportDialog";

vi.mock("../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(), pending: () => none, failed: () => none, subscribe: () => () => undefined },
}));
const none = vi.hoisted((): readonly unknown[] => []);

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

it("shows five lines in the preview, and the number of further ones", () => {
  const onMyList = vi.fn();
  const items = Array.from({ length: 7 }, (_, n) => rowOf(`Product ${n}`));
  renderWithQueries(<CurrentList items={items} aisles={[]} onMyList={onMyList} />);
  screen.getByRole("heading", { name: "Current List (7 items)" });
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  screen.getByText("... and 2 more items");
  fireEvent.click(screen.getByRole("button", { name: "My List" }));
  expect(onMyList).toHaveBeenCalledOnce();
});

it("disables the import of a shared list while the input is blank, and explains invalid input", () => {
  renderWithQueries(<ImportDialog onClose={() => undefined} />);
  const field = screen.getByLabelText("Link or code");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Open Shared List" });
  const enter = (value: string) => {
    fireEvent.change(field, { target: { value } });
    if (button.disabled) return undefined;
    fireEvent.submit(field.closest("form") as HTMLFormElement);
    return screen.getByRole("alert").textContent;
  };
  expect([button.disabled, enter("   ")]).toEqual([true, undefined]);
  expect(enter("short")).toContain("/shared/");
  expect(enter("/shared/%E0%A4%A")).toBe("Please enter a valid share URL or token");
});
