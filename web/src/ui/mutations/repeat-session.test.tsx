// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { clearToasts, currentToast } from "../toasts";
import { useRepeatSession } from "./repeat-session";

const submit = vi.hoisted(() => vi.fn());
vi.mock("../../api/outbox/outbox", () => ({ outbox: { submit } }));
afterEach(clearToasts);

it.each([
  ["readd", { items: [itemOf("Milk")] }, { text: "1 item is in your larder again." }],
  ["readd", { items: [] }, { title: "All items of this scan are already in your larder." }],
  ["toList", { added: ["a", "b"] }, { text: "2 items are on your shopping list." }],
  ["toList", { added: [] }, { title: "All items of this scan are already on your shopping list." }],
  // An earlier attempt was carried out, but its answer was lost.
  ["readd", null, { text: "12 items are in your larder again." }],
] as const)("%s says how many of a receipt's items were added: %j", async (action, response, toast) => {
  submit.mockResolvedValue(response);
  const { result } = renderHook(useRepeatSession);
  await result.current("s", action, 12);
  expect(currentToast()).toMatchObject(toast);
});
