// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import { chooseLanguage, loadLanguage } from "../../lib/language/i18n";
import { load } from "virtual:language-files";
import { clearToasts, currentToast } from "../../ui/toasts";
import { NotificationsSection } from "./NotificationsSection";

beforeAll(() => loadLanguage(load));
afterEach(async () => {
  clearToasts();
  await chooseLanguage(null);
});

function show(response: object, status = 200): void {
  mockFetch(() => Response.json(response, { status }));
  renderWithQueries(<NotificationsSection />, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
}
const sendTest = async () => fireEvent.click(await screen.findByRole("button", { name: "Send a test" }));
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();

it.each([
  ["en", null, "Last checked 3 hours ago."],
  ["en", 2, "Last reminder 2 hours ago."],
  ["de", null, "Zuletzt geprüft vor 3 Stunden."],
  ["de", 2, "Letzte Erinnerung vor 2 Stunden."],
] as const)(
  "shows in %s when a reminder was last delivered (%s), or last checked: %s",
  async (language, hours, text) => {
    signIn("me");
    await chooseLanguage(language);
    show({
      pushNotificationsEnabled: true,
      notificationTime: "09:00",
      lastNotificationCheck: ago(3),
      lastDeliveredAt: hours === null ? null : ago(hours),
    });
    await waitFor(() => expect(document.body.textContent).toContain(text));
  },
);

it("shows the defaults, with a message, if preferences cannot be loaded", async () => {
  signIn("me");
  show({ error: "internal", message: "No." }, 500);
  await screen.findByText("Could not load notification preferences. Using default settings.");
  expect(document.querySelector<HTMLInputElement>("[role=switch]")?.checked).toBe(true);
});

it("says that a test has failed", async () => {
  signIn("me");
  show({ error: "internal", message: "No." }, 500);
  await sendTest();
  await waitFor(() => expect(currentToast()?.title).toBe("Failed to check notifications."));
});

it("shows 'No authentication token' without an account", async () => {
  show({}, 503);
  await sendTest();
  await waitFor(() => expect(currentToast()?.text).toBe("No authentication token"));
});
