import type { Page } from "@playwright/test";

/** A date in the response of `POST /api/date-labels`. */
export interface Label {
  readonly date: string;
  readonly precision: "day" | "month";
  readonly kind?: "best_before" | "use_by" | "frozen_on";
  readonly isSure: boolean;
  readonly text: string;
  readonly place: { readonly photo: 0 } & Readonly<Record<"left" | "top" | "right" | "bottom", number>>;
}

export function label(date: string, more: Partial<Label> = {}): Label {
  const place = { photo: 0, left: 0.2, top: 0.3, right: 0.7, bottom: 0.5 } as const;
  return { date, precision: "day", isSure: false, text: date, place, ...more };
}

/** A year whose dates are all in the future. */
export const YEAR = new Date().getFullYear() + 1;

/** Answers each picture with the next list of dates, then with the last one. Returns the bodies of the requests. */
export async function answerDateLabels(page: Page, answers: readonly (readonly Label[])[]): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.unroute("**/api/date-labels");
  await page.route("**/api/date-labels", (route) => {
    const dates = answers[Math.min(bodies.length, answers.length - 1)] ?? [];
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ json: { dates } });
  });
  return bodies;
}

/** Makes the camera show a printed date. */
export async function showDateToCamera(page: Page, text = `MHD 26.03.${YEAR}`): Promise<void> {
  await page.evaluate((print) => {
    const canvas = document.createElement("canvas");
    canvas.width = 1280;
    canvas.height = 720;
    const draw = () => {
      const context = canvas.getContext("2d");
      if (!context) return;
      context.fillStyle = "#e8e4d8";
      context.fillRect(0, 0, 1280, 720);
      context.fillStyle = "#202020";
      context.font = "44px monospace";
      context.textAlign = "center";
      context.fillText(print, 640, 350);
      context.fillText("L 4711 A 09:41", 640, 410);
    };
    draw();
    setInterval(draw, 100);
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: async () => canvas.captureStream(10) },
    });
  }, text);
}
