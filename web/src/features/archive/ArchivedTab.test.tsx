// @vitest-environment jsdom
import { QueryClient, onlineManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { itemOf } from "../../../test/support/rows";
import { keys } from "../../api/cached/queries";
import ArchivedTab from "./ArchivedTab";

const drawn = vi.hoisted(() => vi.fn());
vi.mock("../../ui/widgets/CategoryIcon", () => ({
  CategoryIcon: () => {
    drawn();
    return null;
  },
}));

/** Shows an archive of items, named "Ham 0" and so on. */
function showArchive(length: number): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  client.setQueryData(
    keys.archived,
    Array.from({ length }, (_, n) => itemOf(`Ham ${n}`, { itemStatus: "archived" })),
  );
  renderWithQueries(<ArchivedTab />, client);
}

it("draws no row again that a typed search leaves", () => {
  showArchive(50);
  fireEvent.click(screen.getByRole("button", { name: "Search" }));
  const before = drawn.mock.calls.length;
  expect(before).toBeGreaterThanOrEqual(50);
  for (const value of ["h", "ha", "ham"])
    fireEvent.change(screen.getByLabelText("Search the archive"), { target: { value } });
  expect(drawn.mock.calls.length).toBe(before);
});

it("says offline that the archive could not be loaded, not that it is empty", async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  renderWithQueries(<ArchivedTab />);
  await screen.findByText(/Could not load this/);
  expect(screen.queryByText("Nothing archived or deleted")).toBeNull();
});

it("focuses the neighbour of a restored row", async () => {
  showArchive(3);
  const focused = () => document.activeElement?.getAttribute("aria-label");
  fireEvent.click(screen.getByRole("button", { name: "Restore Ham 1" }));
  expect(focused()).toBe("Restore Ham 2");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Restore Ham 1" })).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Restore Ham 2" }));
  expect(focused()).toBe("Restore Ham 0");
});

it("focuses the search's button when Escape or the cross closes the search", () => {
  showArchive(1);
  const button = screen.getByRole("button", { name: "Search" });
  for (const close of [
    () => fireEvent.keyDown(screen.getByLabelText("Search the archive"), { key: "Escape" }),
    () => fireEvent.click(screen.getByRole("button", { name: "Close search" })),
  ]) {
    fireEvent.click(button);
    close();
    expect(document.activeElement).toBe(button);
  }
});
