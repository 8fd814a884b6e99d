import bwip from "@bwip-js/node";
import type { Page } from "@playwright/test";

interface Printed {
  readonly width: number;
  readonly height: number;
  /** 1 for each dark module, row by row. */
  readonly ink: readonly number[];
}

/** Renders a code: `ean13`, `gs1datamatrix`, `gs1-128`, `qrcode`, … */
export function printed(kind: string, text: string): Printed {
  const [symbol] = bwip.raw({ bcid: kind, text });
  if (symbol && "pixs" in symbol) return { width: symbol.pixx, height: symbol.pixy, ink: symbol.pixs };
  if (!symbol) throw new Error("The code has no symbol.");
  const bars = symbol.sbs.flatMap((size, at) => Array.from({ length: Math.round(size) }, () => (at % 2 === 0 ? 1 : 0)));
  const height = Math.round(bars.length / 2);
  return { width: bars.length, height, ink: Array.from({ length: height }, () => bars).flat() };
}

/** Makes the camera show a code on white paper. */
export async function showToCamera(page: Page, code: Printed): Promise<void> {
  const film = ({ width, height, ink }: Printed) => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const size = Math.max(2, Math.min(5, Math.floor(420 / Math.max(width, height))));
    const draw = () => {
      const context = canvas.getContext("2d");
      if (!context) return;
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = "#111111";
      ink.forEach(
        (one, at) =>
          one &&
          context.fillRect(
            320 - (width * size) / 2 + (at % width) * size,
            240 - (height * size) / 2 + Math.floor(at / width) * size,
            size,
            size,
          ),
      );
    };
    draw();
    // A stream has a new picture only after drawing.
    setInterval(draw, 100);
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: async () => canvas.captureStream(10) },
    });
  };
  await page.evaluate(film, code);
}
