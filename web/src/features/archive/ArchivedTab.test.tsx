// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
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

it("draws no row again that a typed search leaves", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  client.setQueryData(
    keys.archived,
    Array.from({ length: 50 }, (_, n) => itemOf(`Ham ${n}`, { itemStatus: "archived" })),
  );
  renderWithQueries(<ArchivedTab />, client);
  fireEvent.click(screen.getByRole("button", { name: "Search" }));
  const before = drawn.mock.calls.length;
  expect(before).toBeGreaterThanOrEqual(50);
  for (const value of ["h", "ha", "ham"])
    fireEvent.change(screen.getByLabelText("Search the archive"), { target: { value } });
  expect(drawn.mock.calls.length).toBe(before);
});
