// Helpers for pictures of the site. The browser maps http://larder.home to the server at `base`.
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

export const SITE = "http://larder.home";

export const launch = (base) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      ...(base
        ? [
            `--host-resolver-rules=MAP larder.home ${new URL(base).host}`,
            `--unsafely-treat-insecure-origin-as-secure=${SITE}`,
          ]
        : []),
    ],
  });

/** Opens a page that takes itself for an installed app, so that the installation card does not cover it. */
export async function installedPage(context) {
  await context.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query === "(display-mode: standalone)" ? "all" : query);
  });
  return context.newPage();
}

/** Opens a page of a phone with the installed app. */
export async function phone(browser, options) {
  const context = await browser.newContext({
    baseURL: SITE,
    colorScheme: "light",
    serviceWorkers: "block",
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: "reduce",
    ...options,
  });
  return installedPage(context);
}

/** Creates an item or row as the page's account. */
export const post = (page, path, body) =>
  page.evaluate(
    async ({ path, body }) => {
      const { idToken } = JSON.parse(localStorage.getItem("larder.session"));
      const response = await fetch(path, {
        method: "POST",
        headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" },
        body: JSON.stringify({ id: crypto.randomUUID(), ...body }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    { path, body },
  );

/** Takes a screenshot; `caption` is HTML. */
export async function picture(page, caption) {
  await page.waitForTimeout(400);
  return { image: (await page.screenshot()).toString("base64"), caption };
}

/** Writes pictures side by side into a file of `docs/images`, and closes the browser. */
export async function saveRow(browser, pictures, { name, width, gap, pictureWidth }) {
  const path = fileURLToPath(new URL(`../../docs/images/${name}`, import.meta.url));
  const row = await browser.newPage({ viewport: { width, height: 660 } });
  const figure = ({ image, caption }) =>
    `<figure style="margin:0"><img src="data:image/png;base64,${image}" style="width:${pictureWidth}px;border-radius:20px;display:block">
  <figcaption style="padding:12px 6px 0">${caption}</figcaption></figure>`;
  await row.setContent(`<body style="margin:0;height:660px;display:flex;align-items:center;justify-content:center;gap:${gap}px;background:#e6dcc6;font:600 15px system-ui,sans-serif;color:#2a251f">
  ${pictures.map(figure).join("")}`);
  await row.waitForTimeout(300);
  await row.screenshot({ path });
  await browser.close();
  console.log(`${path}: ${(await stat(path)).size} bytes`);
}
