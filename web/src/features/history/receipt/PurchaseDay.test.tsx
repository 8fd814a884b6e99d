// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../api/client";
import type { Receipt } from "../../../api/types";
import { setLarderZone } from "../../../lib/time/larder-zone";
import { clearToasts, currentToast } from "../../../ui/toasts";
import { PurchaseDay } from "./PurchaseDay";

const request = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({ ...(await original<object>()), request }));

/** A receipt that asks whether it was bought on the printed day. */
const asking = { id: "r", scannedAt: "2026-11-20T12:00:00", printedOn: "2026-08-02", purchasedOn: null };
const FAILED = "The day could not be saved. Try again when you are online.";
const show = (more: object = {}) => render(<PurchaseDay receipt={{ ...asking, ...more } as unknown as Receipt} />);
const toggleField = () => fireEvent.click(screen.getByRole("button", { name: /^Bought on/ }));
const open = (more: object = {}) => {
  show(more);
  toggleField();
};
const field = () => screen.getByLabelText<HTMLInputElement>("Bought on");
const choose = (day: string) => {
  fireEvent.change(field(), { target: { value: day } });
  fireEvent.blur(field());
};
const sentDays = () => request.mock.calls.map(([, options]) => (options as { body: unknown }).body);

beforeEach(() => {
  request.mockReset().mockResolvedValue({});
});
afterEach(clearToasts);

it("sends nothing if the field is left unchanged", () => {
  open();
  fireEvent.focus(field());
  fireEvent.blur(field());
  expect(sentDays()).toEqual([]);
});

it("sends a chosen day, and the printed day or the day of the scan as the answer", async () => {
  open();
  choose("2026-11-19");
  await waitFor(() => expect(field().disabled).toBe(false));
  cleanup();
  open({ printedOn: "2026-11-20" });
  fireEvent.click(screen.getByRole("button", { name: "Yes, that day" }));
  cleanup();
  open({ printedOn: "2026-08-02", scannedAt: "2026-11-18T12:00:00" });
  fireEvent.click(screen.getByRole("button", { name: "No, on Nov 18, 2026" }));
  expect(sentDays().map((body) => (body as { purchasedOn: string }).purchasedOn)).toEqual([
    "2026-11-19",
    "2026-11-20",
    "2026-11-18",
  ]);
});

it("shows a failed save at the field, or in a toast if the page was left", async () => {
  request.mockRejectedValue(new Error("offline"));
  open();
  choose("2026-11-19");
  await screen.findByText(FAILED);
  expect(currentToast()).toBeUndefined();
  choose("2026-11-18");
  cleanup();
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: "danger", title: FAILED }));
});

it("shows a failed answer in a toast if the field is closed, and not at the field when it is opened later", async () => {
  request.mockRejectedValue(new Error("offline"));
  show();
  fireEvent.click(screen.getByRole("button", { name: "Yes, that day" }));
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: "danger", title: FAILED }));
  toggleField();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows a failed save in a toast if the field was closed meanwhile", async () => {
  request.mockRejectedValue(new Error("offline"));
  open();
  choose("2026-11-19");
  toggleField();
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: "danger", title: FAILED }));
});

it("says why the server refuses a day", async () => {
  const body = { error: "invalid_request", message: "The day of purchase cannot be in the future." };
  request.mockRejectedValue(new ApiError(422, JSON.stringify(body), body, undefined));
  open();
  choose("2026-11-19");
  await screen.findByText(body.message);
});

it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("offers no day after the larder's today in %s", (zone) => {
  setLarderZone(zone);
  open();
  expect(field().max).toBe(new Intl.DateTimeFormat("sv", { timeZone: zone }).format());
  setLarderZone(undefined);
});
