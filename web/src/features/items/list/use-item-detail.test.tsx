// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import type { ComponentProps, ReactElement } from "react";
import { expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import type ItemDetail from "../item/ItemDetail";
import type { ItemActions } from "../use-item-actions";
import { useItemDetail } from "./use-item-detail";

vi.mock("../../../lib/browser/wide", () => ({ useWide: () => true }));

it("takes the focus for an item that the user opens, but not for one that a search shows again", () => {
  const [milk, rice] = [itemOf("Milk"), itemOf("Rice")];
  const all = { items: [milk, rice], first: milk, now: new Date(), actions: {} as ItemActions, onEdit: vi.fn() };
  const { result, rerender } = renderHook((list: readonly GroceryItem[]) => useItemDetail({ ...all, list }), {
    initialProps: all.items,
  });
  const shown = () => {
    const { children } = (result.current.detail as ReactElement<{ children: ReactElement }>).props;
    const { item, takesFocus } = children.props as ComponentProps<typeof ItemDetail>;
    return [item.name, takesFocus];
  };
  act(() => result.current.showDetail("Rice"));
  expect(shown()).toEqual(["Rice", true]);
  rerender([milk]);
  rerender(all.items);
  expect(shown()[1]).toBe(false);
});
