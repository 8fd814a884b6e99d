import type { Page } from "@playwright/test";

/** A picture in front of the camera: rectangles and lines of text, on a colour. Lengths are in pixels. */
export interface Scene {
  readonly size: readonly [width: number, height: number];
  readonly paper: string;
  readonly ink: string;
  readonly boxes?: readonly (readonly [x: number, y: number, width: number, height: number])[];
  readonly lines?: readonly (readonly [text: string, y: number])[];
}

/** An empty room, with a stripe that moves. */
export const ROOM: Scene = { size: [640, 480], paper: "#000000", ink: "#000000", boxes: [[0, 0, 9, 480]] };

/**
 * Makes the camera show a scene, from now on and after a reload. Records the asked cameras, and the light if it has
 * one, in `asked` and `lights` of the window.
 */
export async function showScene(page: Page, scene: Scene, { hasLight = false } = {}): Promise<void> {
  const start = ({ size: [width, height], paper, ink, boxes = [], lines = [], light }: Scene & { light: boolean }) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const draw = () => {
      const context = canvas.getContext("2d");
      if (!context) return;
      context.fillStyle = paper;
      context.fillRect(0, 0, width, height);
      context.fillStyle = ink;
      for (const box of boxes) context.fillRect(...box);
      context.font = "44px monospace";
      context.textAlign = "center";
      for (const [text, y] of lines) context.fillText(text, width / 2, y);
    };
    draw();
    // A stream has a new picture only after drawing.
    setInterval(draw, 100);
    const asked: unknown[] = [];
    const lights: unknown[] = [];
    Object.assign(window, { asked, lights });
    const getUserMedia = async ({ video }: { video: { facingMode: unknown } }) => {
      asked.push(video.facingMode);
      const stream = canvas.captureStream(10);
      for (const track of light ? stream.getVideoTracks() : [])
        Object.assign(track, {
          getCapabilities: () => ({ torch: true }),
          applyConstraints: async ({ advanced }: { advanced: unknown[] }) => void lights.push(...advanced),
        });
      return stream;
    };
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  };
  const given = { ...scene, light: hasLight };
  await page.addInitScript(start, given);
  await page.evaluate(start, given);
}
