// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { itemOf, rowOf } from "../../../../test/support/rows";
import { keys } from "../../../api/cached/queries";
import ShopView from "./ShopView";

const noChanges = vi.hoisted(() => []);
vi.mock("../../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(), pending: () => noChanges, subscribe: () => () => undefined },
}));

/** Ticks Milk on a list with Bread. The prices of these products are known. */
function tickMilk(...priced: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(
    keys.items,
    priced.map((name) => itemOf(name, { price: 2, currency: "EUR" })),
  );
  const view = (isTicked: boolean) => (
    <QueryClientProvider client={client}>
      <ShopView
        items={[rowOf("Milk", { isCompleted: isTicked }), rowOf("Bread")]}
        aisles={[]}
        onLeave={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(view(false));
  screen.getByText(`about €${2 * priced.length} for ${priced.length} of 2`);
  fireEvent.click(screen.getByRole("checkbox", { name: /Milk/ }));
  rerender(view(true));
}

it("estimates the cost of what is still to get, without the line that was just ticked", () => {
  tickMilk("Milk", "Bread");
  expect(screen.getByText("about €2 for 1 of 1").closest(".invisible")).toBeNull();
});

it("keeps the place of the estimate, so that no row moves, while the only priced line was just ticked", () => {
  tickMilk("Milk");
  expect(screen.getByText(/^about /).closest(".invisible")).not.toBeNull();
});
