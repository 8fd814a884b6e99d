// Takes the README's row of three phones that read a printed date, at a larder that runs: `node
// scripts/date-pictures.mjs http://127.0.0.1:8080`. The camera looks at a drawn label; the server reads it.
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, SITE } from "./browser.mjs";

const [base = "http://127.0.0.1:8080"] = process.argv.slice(2);
const README = fileURLToPath(new URL("../../docs/images/printed-date.png", import.meta.url));

const browser = await launch(base);
const context = await browser.newContext({
  baseURL: SITE,
  locale: "en-GB",
  timezoneId: "Europe/London",
  colorScheme: "light",
  serviceWorkers: "block",
  viewport: { width: 390, height: 780 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: "reduce",
});
await context.addInitScript(() => {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query === "(display-mode: standalone)" ? ask("all") : ask(query));
  const canvas = document.createElement("canvas");
  canvas.width = 1280;
  canvas.height = 720;
  setInterval(() => {
    const label = canvas.getContext("2d");
    label.fillStyle = "#dfe6ea";
    label.fillRect(0, 0, 1280, 720);
    label.fillStyle = "#22303a";
    label.font = "600 40px monospace";
    label.textAlign = "center";
    label.fillText("BEST BEFORE", 640, 330);
    label.fillText(`26 MAR ${new Date().getFullYear() + 1}`, 640, 385);
    label.fillText("L4711 09:41", 640, 440);
  }, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
});
const page = await context.newPage();
const pictures = [];
async function take(caption) {
  pictures.push({ image: (await page.screenshot()).toString("base64"), caption });
}

await page.goto("/?tab=items");
await page.waitForFunction(() => localStorage.getItem("larder.session") !== null);
await page.evaluate(
  async (expiresAt) => {
    const { idToken } = JSON.parse(localStorage.getItem("larder.session"));
    const item = { name: "Cheddar", category: "Dairy", quantity: 1, unit: "block", shelfLifeDays: 14, expiresAt };
    const response = await fetch("/api/items", {
      method: "POST",
      headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ id: crypto.randomUUID(), scanSessionId: null, ...item }),
    });
    if (!response.ok) throw new Error(await response.text());
  },
  new Date(Date.now() + 14 * 86_400_000).toISOString(),
);
await page.reload();
await page.getByRole("heading", { name: "Cheddar" }).click();
const scan = page.getByRole("dialog", { name: "Edit Item" }).getByRole("button", { name: "Scan the Date" });
await scan.scrollIntoViewIfNeeded();
await page.waitForTimeout(400);
await take("a button beside the date");
await scan.click();
await page.waitForTimeout(900);
await take("the camera reads it");
await page.getByText("read from the package").waitFor();
await page.getByRole("img", { name: "The printed date" }).scrollIntoViewIfNeeded();
await page.waitForTimeout(400);
await take("to be compared and saved");

const row = await browser.newPage({ viewport: { width: 1000, height: 660 } });
await row.setContent(`<body style="margin:0;height:660px;display:flex;align-items:center;justify-content:center;gap:32px;background:#e6dcc6;font:600 15px system-ui,sans-serif;color:#2a251f">
  ${pictures
    .map(
      ({
        image,
        caption,
      }) => `<figure style="margin:0"><img src="data:image/png;base64,${image}" style="width:278px;border-radius:20px;display:block">
  <figcaption style="padding:12px 6px 0">${caption}</figcaption></figure>`,
    )
    .join("")}`);
await row.waitForTimeout(300);
await row.screenshot({ path: README });
await browser.close();
console.log(`${README}: ${(await stat(README)).size} bytes`);
