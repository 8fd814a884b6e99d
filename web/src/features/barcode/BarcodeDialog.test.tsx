// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import BarcodeDialog from "./BarcodeDialog";

vi.mock("../../api/product-codes", () => ({ useProductCodes: () => ({ data: [] }) }));
vi.mock("../../ui/camera/Camera", () => ({
  Camera: ({ onFailed }: { onFailed: (reason: string) => void }) => (
    <button onClick={() => onFailed("The camera stopped.")}>Fail</button>
  ),
}));

const onFound = vi.fn();

function open() {
  renderWithQueries(<BarcodeDialog asksDate onFound={onFound} onClose={() => undefined} />);
}
function type(code: string) {
  fireEvent.change(screen.getByRole("textbox"), { target: { value: code } });
  fireEvent.submit(screen.getByRole("textbox"));
}

it("keeps asking for the date, and says why, if the camera fails meanwhile", async () => {
  open();
  type("4006381333931");
  fireEvent.click(screen.getByRole("button", { name: "Fail" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The camera stopped.");
  expect(onFound).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  screen.getByRole("button", { name: "Fail" });
});

it("asks for no date if there is no camera", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Fail" }));
  type("4006381333931");
  expect(onFound).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ gtin: "04006381333931" }), false);
});
