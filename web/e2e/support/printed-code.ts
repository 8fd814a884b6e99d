import bwip from "@bwip-js/node";
import type { Page } from "@playwright/test";
import { showScene } from "./film";

interface Printed {
  readonly width: number;
  readonly height: number;
  /** 1 for each dark module, row by row. */
  readonly ink: readonly number[];
}

/** Renders a code: `ean13`, `gs1datamatrix`, `gs1-128`, `qrcode`, … */
export function renderCode(kind: string, text: string): Printed {
  const [symbol] = bwip.raw({ bcid: kind, text });
  if (symbol && "pixs" in symbol) return { width: symbol.pixx, height: symbol.pixy, ink: symbol.pixs };
  if (!symbol) throw new Error("The code has no symbol.");
  const bars = symbol.sbs.flatMap((size, at) => Array.from({ length: Math.round(size) }, () => (at % 2 === 0 ? 1 : 0)));
  const height = Math.round(bars.length / 2);
  return { width: bars.length, height, ink: Array.from({ length: height }, () => bars).flat() };
}

/** Makes the camera show a code on white paper. */
export async function showToCamera(page: Page, { width, height, ink }: Printed): Promise<void> {
  const size = Math.max(2, Math.min(5, Math.floor(420 / Math.max(width, height))));
  const boxes = ink.flatMap((one, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return one
      ? ([[320 - (width * size) / 2 + x * size, 240 - (height * size) / 2 + y * size, size, size]] as const)
      : [];
  });
  await showScene(page, { size: [640, 480], paper: "#ffffff", ink: "#111111", boxes });
}
