// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useSearchParams } from "../../lib/navigation/router";
import { tabOf } from "./tab-url";
import { Tabs } from "./Tabs";

function Bar() {
  const [search] = useSearchParams();
  return <Tabs current={tabOf(search)} />;
}

const selected = () => screen.getByRole("tab", { selected: true });

it("marks the chosen tab before it navigates", async () => {
  history.replaceState(null, "", "/?tab=items");
  render(<Bar />);
  fireEvent.click(screen.getByRole("tab", { name: "Archived" }));
  expect([selected().id, location.search]).toEqual(["tab-archived", "?tab=items"]);
  await waitFor(() => expect(location.search).toBe("?tab=archived"));
  history.back();
  await waitFor(() => expect(selected().id).toBe("tab-items"));
});

it("adds one history entry for two taps in a row", async () => {
  history.replaceState(null, "", "/?tab=items&filter=soon");
  render(<Bar />);
  const push = vi.spyOn(history, "pushState");
  fireEvent.click(screen.getByRole("tab", { name: "Archived" }));
  fireEvent.click(screen.getByRole("tab", { name: "Archived" }));
  await waitFor(() => expect(location.search).toBe("?tab=archived"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(push).toHaveBeenCalledOnce();
});

it("continues from the chosen tab for arrow keys before it has navigated", async () => {
  history.replaceState(null, "", "/?tab=scan");
  render(<Bar />);
  fireEvent.keyDown(selected(), { key: "ArrowRight" });
  fireEvent.keyDown(selected(), { key: "ArrowRight" });
  expect([selected().id, document.activeElement?.id]).toEqual(["tab-history", "tab-history"]);
  await waitFor(() => expect(location.search).toBe("?tab=history"));
  expect(selected().id).toBe("tab-history");
});
