// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { ScannedDate } from "../../../lib/domain/date-labels";
import DatesRoundDialog from "./DatesRoundDialog";

const reading = vi.hoisted(() => ({ onFound: (_: ScannedDate) => undefined as void }));
vi.mock("../../../ui/camera/Camera", () => ({ Camera: () => <p>camera</p> }));
vi.mock("../../../ui/date-label/DatePhoto", () => ({ DatePhoto: () => null }));
vi.mock("../../../ui/date-label/use-date-label", () => ({
  useDateLabel: (onFound: (found: ScannedDate) => void) => {
    reading.onFound = onFound;
    return { state: { phase: "looking", needsHint: false }, onFrame: vi.fn(), readPhoto: vi.fn(), restart: vi.fn() };
  },
}));

const day = () => screen.getByLabelText<HTMLInputElement>(/^(Best before|Use by)$/).value;
const read = (date: string) => act(() => reading.onFound({ day: date, photo: new Blob() }));

beforeEach(() => {
  render(<DatesRoundDialog items={[itemOf("Milk")]} actions={{ save: vi.fn() }} onClose={vi.fn()} />);
});

it("fills in the date that the camera reads", () => {
  read("2026-12-31");
  expect(day()).toBe("2026-12-31");
});

it("stops reading while the date is typed, and keeps it if a reading ends late", () => {
  fireEvent.click(screen.getByRole("button", { name: "Type it" }));
  expect(screen.queryByText("camera")).toBeNull();
  fireEvent.change(screen.getByLabelText("Best before"), { target: { value: "2026-12-24" } });
  read("2026-12-31");
  expect(day()).toBe("2026-12-24");
});
