// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { GroceryItem } from "../../api/types";
import AddedBanner from "./AddedBanner";

afterEach(cleanup);

it("offers to take back all items of a scan", () => {
  const items = ["Milk", "Bread"].map((name, n): GroceryItem => ({
    id: String(n),
    userId: "u",
    scanSessionId: null,
    name,
    category: "Dairy",
    quantity: 1,
    unit: "item",
    shelfLifeDays: 5,
    createdAt: "2026-11-20T10:00:00.000Z",
    expiresAt: "2026-11-24T10:00:00.000Z",
    status: "soon",
    itemStatus: "active",
  }));
  const undo = vi.fn();
  const dismiss = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddedBanner items={items} actions={{ save: vi.fn() }} onUndo={undo} onDismiss={dismiss} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("status").textContent).toContain("2 new items from your receipt");
  fireEvent.click(screen.getByRole("button", { name: "Undo all" }));
  expect([undo.mock.calls.length, dismiss.mock.calls.length]).toEqual([1, 0]);
});
