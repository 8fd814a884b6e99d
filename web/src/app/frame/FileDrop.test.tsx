// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { takeSharedPhotos } from "../../features/scan/shared-photos";
import { FileDrop } from "./FileDrop";

vi.mock("../../features/import/ImportFileDialog", () => ({
  default: ({ dropped }: { dropped: File }) => <p>Import {dropped.name}</p>,
}));

const dispatch = (type: "drop" | "dragover", files: readonly File[]) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return document.body.dispatchEvent(Object.assign(event, { dataTransfer: { types: ["Files"], files } }));
};
function drop(...files: File[]): void {
  history.replaceState(null, "", "/?tab=items");
  dispatch("drop", files);
}

it.each([
  ["receipt.jpg", "image/jpeg"],
  ["IMG_1.HEIC", ""],
])("opens the scan tab with a picture that is dropped on the items: %s", async (name, type) => {
  render(<FileDrop />);
  drop(new File(["x"], name, { type }));
  expect(location.search).toBe("?tab=scan");
  expect((await takeSharedPhotos()).map((file) => file.name)).toEqual([name]);
  expect(await takeSharedPhotos()).toEqual([]);
});

it("imports another file", async () => {
  const { findByText } = render(<FileDrop />);
  drop(new File(["x"], "items.csv", { type: "text/csv" }));
  await findByText("Import items.csv");
  expect(location.search).toBe("?tab=items");
});

it("keeps the browser from opening a file that is dropped elsewhere", () => {
  history.replaceState(null, "", "/settings");
  const { container } = render(<FileDrop />);
  const files = [new File(["x"], "items.csv", { type: "text/csv" })];
  expect([dispatch("dragover", files), dispatch("drop", files)]).toEqual([false, false]);
  expect(container.textContent).toBe("");
});
