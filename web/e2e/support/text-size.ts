import type { CDPSession, Page } from "@playwright/test";

/** The default text size of most browsers. */
const STANDARD_PX = 16;

/** The sessions that set the size: it ends with its session. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Sets the browser's text size, as a user does in its settings: `rem`, and `em` in media queries, follow it. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  let session = sessions.get(page);
  if (!session) sessions.set(page, (session = page.context().newCDPSession(page)));
  const px = (STANDARD_PX * percent) / 100;
  await (await session).send("Page.setFontSizes", { fontSizes: { standard: px } });
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).fontSize === wanted,
    `${String(px)}px`,
  );
}
