// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { errorResponse, mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import { clearToasts } from "../../ui/toasts";
import CalendarSection from "./CalendarSection";

const CREATED_AT = "2026-11-20T10:00:00.000Z";
const FOUND = { calendar: { createdAt: CREATED_AT, language: "en" } };

let answer: (method: string) => Response;
beforeEach(() => {
  signIn("me");
  mockFetch(({ method }) => answer(method));
});
afterEach(clearToasts);

it("offers no calendar link that would replace one of which this page does not know", async () => {
  answer = () => errorResponse(500, "internal");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(["calendar"], null);
  renderWithQueries(<CalendarSection />, client);
  await screen.findByRole("alert");
  expect(screen.queryByRole("button", { name: "Create calendar link" })).toBeNull();
  answer = () => Response.json(FOUND);
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("button", { name: "Create new link" });
});

it("refetches a calendar that cannot be ended, such as one that was ended on another device", async () => {
  answer = () => Response.json(FOUND);
  renderWithQueries(<CalendarSection />);
  const end = await screen.findByRole("button", { name: "Turn off" });
  answer = (method) => (method === "GET" ? Response.json({ calendar: null }) : errorResponse(404, "not_found"));
  fireEvent.click(end);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull());
});

it("hides the address of a calendar that is deleted with all data", async () => {
  const client = new QueryClient();
  answer = (method) => Response.json(method === "GET" ? {} : { url: "https://x.test/c", createdAt: CREATED_AT });
  renderWithQueries(<CalendarSection />, client);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  fireEvent.click(screen.getByRole("button", { name: "Create calendar link" }));
  await screen.findByDisplayValue("https://x.test/c");
  await act(() => client.resetQueries());
  await waitFor(() => expect(screen.queryByDisplayValue("https://x.test/c")).toBeNull());
});
