import { expect, it } from "vitest";
import { cutOfDate, cutOfFrame } from "./picture";

it("returns the part of a picture inside the frame", () => {
  const frame = { top: 0.25, side: 0.1, zoom: 2 };
  const view = { width: 400, height: 300 };
  // 1440 of 1920 pixels are visible, half of them with the zoom.
  expect(cutOfFrame({ width: 1920, height: 1080 }, view, frame)).toEqual({ x: 672, y: 405, width: 576, height: 270 });
  expect(cutOfFrame({ width: 1080, height: 1920 }, view, frame)).toEqual({
    x: 324,
    y: 858.75,
    width: 432,
    height: 202.5,
  });
});

it("keeps a margin around a date, within the picture", () => {
  const size = { width: 640, height: 320 };
  const cut = (left: number, top: number) =>
    cutOfDate(size, { photo: 0, left, top, right: left + 0.25, bottom: top + 0.25 });
  expect(cut(0.25, 0.25)).toEqual({ x: 112, y: 32, width: 256, height: 176 });
  expect(cut(0, 0.75)).toEqual({ x: 0, y: 192, width: 208, height: 128 });
});
