// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import LinkPage from "./LinkPage";

it("does not blame the recovery code for a refused link code", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ error: "not_found", message: "No." }, { status: 404 }));
  renderWithQueries(<LinkPage />);
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "ABCD-EFGH" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("button", { name: /recovery/i }));
  expect(screen.getByRole("textbox")).toHaveProperty("value", "");
  expect(screen.queryByRole("alert")).toBeNull();
});
