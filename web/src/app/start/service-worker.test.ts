// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { addModal } from "../../ui/modals";
import { registerServiceWorker } from "./service-worker";

vi.mock("workbox-window", () => ({ Workbox: vi.fn() }));

it("opens a tapped reminder's page, unless a dialog is open, whose input that would lose", () => {
  vi.stubEnv("PROD", true);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const worker = new EventTarget();
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value: worker } }));
  registerServiceWorker();
  const tap = () =>
    worker.dispatchEvent(new MessageEvent("message", { data: { type: "OPEN", address: "/?tab=items&due=1" } }));
  history.replaceState(null, "", "/shopping-list");
  const close = addModal(document.createElement("dialog"));
  tap();
  expect(location.pathname).toBe("/shopping-list");
  close();
  tap();
  expect(location.search).toBe("?tab=items&due=1");
});
