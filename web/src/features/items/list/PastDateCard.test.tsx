// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { itemOf } from "../../../../test/support/rows";
import PastDateCard from "./PastDateCard";

const now = new Date(2026, 10, 28, 12);
const on = (name: string, expiresOn: string, dateKind?: "best_before" | "use_by") => ({
  ...itemOf(name, { expiresAt: `${expiresOn}T12:00:00Z`, status: "fresh" as const }),
  expiresOn,
  ...(dateKind && { dateKind }),
});
const rice = on("Rice", "2026-11-27", "best_before");
const items = [
  rice,
  on("Oats", "2026-11-28", "best_before"),
  on("Ham", "2026-11-27", "use_by"),
  on("Milk", "2026-11-27"),
];

it("asks once what became of food past its best-before date", () => {
  const actions = { markUsed: vi.fn(), markTossed: vi.fn() };
  const show = (of: typeof items) => {
    cleanup();
    render(<PastDateCard items={of} now={now} actions={actions} />);
  };
  show(items);
  expect(screen.getByRole("region").textContent).toContain("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Used up" }));
  expect(actions.markUsed).toHaveBeenCalledWith([rice]);
  show(items);
  expect(screen.queryByRole("region")).toBeNull();
  show([...items, on("Tea", "2026-11-20", "best_before")]);
  expect(screen.getByRole("region").textContent).toContain("Tea");
  expect(screen.getByRole("region").textContent).not.toContain("Rice");
});
