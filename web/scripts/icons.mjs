// Renders all icons of the site from one drawing, with Debian's Chromium: `npm run icons`. The results are in the
// repository.
import { mkdir, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const GREEN = "#1f5a41";
const jar = (lid, glass, food) => `
  <rect x="19" y="10" width="26" height="8" rx="3" fill="${lid}"/>
  <path d="M21 20h22c0 4 6 5 6 12v15a7 7 0 0 1-7 7H22a7 7 0 0 1-7-7V32c0-7 6-8 6-12z" fill="${glass}"/>
  <path d="M19 36c4.300-3 8.700 3 13 0s8.700 3 13 0v11a3 3 0 0 1-3 3H22a3 3 0 0 1-3-3z" fill="${food}"/>`;
const colourJar = jar("#e2a01f", "#fffdf8", "#6ba348");
const svg = (inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="100%" height="100%">${inner}</svg>`;
const scaled = (inner, factor) => `<g transform="translate(32 32) scale(${factor}) translate(-32 -32)">${inner}</g>`;

const rounded = svg(`<rect width="64" height="64" rx="15" fill="${GREEN}"/>${colourJar}`);
// Systems crop a maskable icon to their shape: only the inner 80 % are always visible.
const maskable = svg(`<rect width="64" height="64" fill="${GREEN}"/>${scaled(colourJar, 0.82)}`);
const square = svg(`<rect width="64" height="64" fill="${GREEN}"/>${scaled(colourJar, 0.94)}`);
// One colour, for themed home screens and the notification bar; a mask cuts the holes.
const monochrome = svg(
  `<mask id="m"><rect width="64" height="64" fill="#000"/>${jar("#fff", "#fff", "#000")}</mask><rect width="64" height="64" fill="#000" mask="url(#m)"/>`,
);
const badge = monochrome.replace('fill="#000" mask', 'fill="#fff" mask');
const glyph = (paths) =>
  svg(
    `<rect width="64" height="64" rx="15" fill="${GREEN}"/><g transform="translate(14 14) scale(1.5)" fill="none" stroke="#fffdf8" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
  );

const files = [
  ["icon-192.png", 192, rounded],
  ["icon-512.png", 512, rounded],
  ["maskable-192.png", 192, maskable],
  ["maskable-512.png", 512, maskable],
  ["monochrome-512.png", 512, monochrome],
  ["badge-96.png", 96, badge],
  ["apple-touch-icon.png", 180, square],
  ["favicon-32.png", 32, rounded],
  [
    "shortcut-scan.png",
    96,
    glyph(
      '<path d="M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M8 9h8M8 12h8M8 15h5"/>',
    ),
  ],
  [
    "shortcut-items.png",
    96,
    glyph('<path d="M7 3h10v4H7zM8 7c0 2-2 2.500-2 5v7a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2v-7c0-2.500-2-3-2-5M6 14h12"/>'),
  ],
  [
    "shortcut-list.png",
    96,
    glyph('<path d="M4 6l1.500 1.500L8 5M4 13l1.500 1.500L8 12M4 20l1.500 1.500L8 19M12 6h8M12 13h8M12 20h8"/>'),
  ],
];

const out = new URL("../public/icons/", import.meta.url);
await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const page = await browser.newPage();
for (const [name, size, drawing] of files) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:transparent}svg{display:block}</style>${drawing}`,
  );
  await writeFile(new URL(name, out), await page.screenshot({ omitBackground: true }));
}
await browser.close();
console.log(`${files.length} icons drawn`);
