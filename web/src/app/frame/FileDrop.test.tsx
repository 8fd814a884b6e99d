// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { takeSharedPhotos } from "../../features/scan/shared-photos";
import { FileDrop } from "./FileDrop";

vi.mock("../../features/import/ImportFileDialog", () => ({
  default: ({ dropped }: { dropped: File }) => <p>Import {dropped.name}</p>,
}));

function drop(...files: File[]): void {
  history.replaceState(null, "", "/?tab=items");
  const event = new Event("drop", { bubbles: true, cancelable: true });
  document.body.dispatchEvent(Object.assign(event, { dataTransfer: { types: ["Files"], files } }));
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
