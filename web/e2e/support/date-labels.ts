import type { Page } from "@playwright/test";

/** A date in the response of `POST /api/date-labels`. */
export interface PrintedDate {
  readonly date: string;
  readonly precision: "day" | "month";
  readonly kind?: "best_before" | "use_by" | "frozen_on";
  readonly isSure: boolean;
  readonly text: string;
  readonly place: { readonly photo: 0 } & Readonly<Record<"left" | "top" | "right" | "bottom", number>>;
}

export function printedDate(date: string, more: Partial<PrintedDate> = {}): PrintedDate {
  const place = { photo: 0, left: 0.2, top: 0.3, right: 0.7, bottom: 0.5 } as const;
  return { date, precision: "day", isSure: false, text: date, place, ...more };
}

/** A year whose dates are all in the future. */
export const YEAR = new Date().getFullYear() + 1;

/** Answers each picture with the next list of dates, then with the last one. Returns the bodies of the requests. */
export async function answerDateLabels(page: Page, answers: readonly (readonly PrintedDate[])[]): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.unroute("**/api/date-labels");
  await page.route("**/api/date-labels", (route) => {
    const dates = answers[Math.min(bodies.length, answers.length - 1)] ?? [];
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ json: { dates } });
  });
  return bodies;
}
