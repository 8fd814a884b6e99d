import { expect, it } from "vitest";
import { MAX_BYTES, checkReceiptFile, isPicture, sizeInMegabytes } from "./receipt-file";

it.each([
  ["a.jpg", "image/jpeg", 1, null],
  ["a.HEIC", "", 1, null],
  ["a.heif", "application/octet-stream", 1, null],
  ["photo", "image/webp", 1, null],
  ["a.tif", "image/tiff", 1, null],
  ["a.pdf", "application/pdf", 1, null],
  ["a.PDF", "", MAX_BYTES + 1, "too-large"],
  ["a.txt", "text/plain", MAX_BYTES + 1, "unsupported"],
  ["a.png", "image/png", MAX_BYTES, null],
  ["a.png", "image/png", MAX_BYTES + 1, "too-large"],
  ["a.png", "image/png", 0, "empty"],
] as const)("returns the problem of %s (%s, %i bytes): %s", (name, type, size, problem) =>
  expect(checkReceiptFile({ name, type, size })).toBe(problem),
);

it.each(["jpg", "jpeg", "png", "gif", "bmp", "webp", "tiff", "tif", "heic", "heif"])(
  "accepts a .%s without a type",
  (end) => {
    const file = { name: `a.${end}`, type: "", size: 1 };
    expect([checkReceiptFile(file), isPicture(file)]).toEqual([null, true]);
  },
);

it("formats sizes in megabytes", () =>
  expect([sizeInMegabytes("en", 1_572_864), sizeInMegabytes("de", 1_572_864)]).toEqual(["1.50", "1,50"]));
