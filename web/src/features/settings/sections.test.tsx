// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import { chooseLanguage, loadLanguage } from "../../lib/language/i18n";
import { load } from "virtual:language-files";
import { clearToasts, currentToast } from "../../ui/toasts";
import CalendarSection from "./CalendarSection";
import MakeTokenDialog from "./MakeTokenDialog";
import { NotificationsSection } from "./NotificationsSection";
import ProgramsSection from "./ProgramsSection";

beforeAll(() => loadLanguage(load));

let answer: (path: string, method: string) => Response = () => Response.json({});
beforeEach(() => {
  signIn("me");
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => answer(path, init?.method ?? "GET"));
});
afterEach(async () => {
  clearToasts();
  await chooseLanguage(null);
});

const open = (section: ReactNode) =>
  renderWithQueries(section, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();

it.each([
  ["en", null, "Last checked 3 hours ago."],
  ["en", 2, "Last reminder 2 hours ago."],
  ["de", null, "Zuletzt geprüft vor 3 Stunden."],
  ["de", 2, "Letzte Erinnerung vor 2 Stunden."],
] as const)(
  "shows in %s when a reminder was last delivered (%s), or last checked: %s",
  async (language, hours, text) => {
    await chooseLanguage(language);
    answer = () =>
      Response.json({
        pushNotificationsEnabled: true,
        notificationTime: "09:00",
        lastNotificationCheck: ago(3),
        lastDeliveredAt: hours === null ? null : ago(hours),
      });
    open(<NotificationsSection />);
    await waitFor(() => expect(document.body.textContent).toContain(text));
  },
);

it("shows the defaults if preferences cannot be loaded, and a message if the check fails", async () => {
  answer = () => Response.json({ error: "internal", message: "No." }, { status: 500 });
  open(<NotificationsSection />);
  await screen.findByText("Could not load notification preferences. Using default settings.");
  expect(document.querySelector<HTMLInputElement>("[role=switch]")?.checked).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Send a test" }));
  await waitFor(() => expect(currentToast()?.title).toBe("Failed to check notifications."));
});

it("shows 'No authentication token' without an account", async () => {
  localStorage.removeItem("larder.session");
  answer = () => Response.json({}, { status: 503 });
  open(<NotificationsSection />);
  fireEvent.click(await screen.findByRole("button", { name: "Send a test" }));
  await waitFor(() => expect(currentToast()?.text).toBe("No authentication token"));
});

it("shows a message if tokens cannot be loaded or created", async () => {
  answer = (_, method) =>
    method === "GET"
      ? Response.json({ error: "internal", message: "No." }, { status: 500 })
      : Response.json(
          { error: "too_many_tokens", message: "A larder can have 20 tokens. Delete one first." },
          { status: 409 },
        );
  open(
    <>
      <ProgramsSection />
      <MakeTokenDialog onClose={() => undefined} />
    </>,
  );
  await screen.findByText("Could not load the tokens.");
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  fireEvent.change(screen.getByLabelText("What is it for?"), { target: { value: "Doorbell" } });
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("A larder can have 20 tokens. Delete one first."),
  );
});

it("sends a changed request for a token with a new key", async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return Response.error();
  });
  open(<MakeTokenDialog onClose={() => undefined} />);
  const submit = async () => {
    const count = keys.length;
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
    await waitFor(() => expect(keys.length).toBe(count + 1));
    await screen.findByRole("alert");
  };
  fireEvent.change(screen.getByLabelText("What is it for?"), { target: { value: "Doorbell" } });
  await submit();
  await submit();
  fireEvent.change(screen.getByLabelText("What is it for?"), { target: { value: "Bell" } });
  await submit();
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

it("ends a token that is made after its dialog was closed, because nobody has seen it", async () => {
  const requests: string[] = [];
  let make: (() => void) | undefined;
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    if (method !== "POST") return Promise.resolve(Response.json([]));
    const token = { id: "t1", name: "Doorbell", scopes: ["read"], token: "secret", createdAt: ago(0) };
    return new Promise((resolve) => (make = () => resolve(Response.json(token))));
  });
  const { unmount } = open(<MakeTokenDialog onClose={() => undefined} />);
  fireEvent.change(screen.getByLabelText("What is it for?"), { target: { value: "Doorbell" } });
  fireEvent.submit(document.querySelector("form") as HTMLFormElement);
  await waitFor(() => expect(make).toBeDefined());
  unmount();
  make?.();
  await waitFor(() => expect(requests).toContain("DELETE /api/tokens/t1"));
});

it("offers no calendar link that would replace one of which this page does not know", async () => {
  answer = () => Response.json({ error: "internal", message: "No." }, { status: 500 });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(["calendar"], null);
  renderWithQueries(<CalendarSection />, client);
  await screen.findByRole("alert");
  expect(screen.queryByRole("button", { name: "Create calendar link" })).toBeNull();
  answer = () => Response.json({ calendar: { createdAt: ago(3), language: "en" } });
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("button", { name: "Create new link" });
});

it("refetches a calendar that cannot be ended, such as one that was ended on another device", async () => {
  answer = () => Response.json({ calendar: { createdAt: ago(3), language: "en" } });
  open(<CalendarSection />);
  const end = await screen.findByRole("button", { name: "Turn off" });
  answer = (_, method) =>
    method === "GET" ? Response.json({ calendar: null }) : Response.json({ error: "not_found" }, { status: 404 });
  fireEvent.click(end);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull());
});

it("hides the address of a calendar that is deleted with all data", async () => {
  const client = new QueryClient();
  answer = (_, method) => Response.json(method === "GET" ? {} : { url: "https://x.test/c", createdAt: ago(0) });
  renderWithQueries(<CalendarSection />, client);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  fireEvent.click(screen.getByRole("button", { name: "Create calendar link" }));
  await screen.findByDisplayValue("https://x.test/c");
  await act(() => client.resetQueries());
  await waitFor(() => expect(screen.queryByDisplayValue("https://x.test/c")).toBeNull());
});
