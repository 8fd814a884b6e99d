// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import InsecureNotice from "./InsecureNotice";

afterEach(cleanup);

it("shows what is missing without HTTPS and how to fix it, and can be closed", () => {
  render(<InsecureNotice />);
  const notice = screen.getByRole("complementary", { name: "Connection not secure" });
  screen.getByText("How to fix this");
  expect(notice.textContent).toContain("Tailscale");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});
