// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { it, vi } from "vitest";
import { itemOf, rowOf } from "../../../../test/support/rows";
import { keys } from "../../../api/cached/queries";
import ShopView from "./ShopView";

const noChanges = vi.hoisted(() => []);
vi.mock("../../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(), pending: () => noChanges, subscribe: () => () => undefined },
}));

it("estimates the cost of what is still to get, without the line that was just ticked", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const bought = { price: 2, currency: "EUR" };
  client.setQueryData(keys.items, [itemOf("Milk", bought), itemOf("Bread", bought)]);
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
  screen.getByText("about €4 for 2 of 2");
  fireEvent.click(screen.getByRole("checkbox", { name: /Milk/ }));
  rerender(view(true));
  screen.getByText("about €2 for 1 of 1");
});
