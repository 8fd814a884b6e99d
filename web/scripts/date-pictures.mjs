// Takes the README's picture of three phones that read a printed date, from a running server: `node
// scripts/date-pictures.mjs http://127.0.0.1:8080`. The camera shows a rendered label.
import { launch, phone, picture, post, saveRow } from "./browser.mjs";

const [base = "http://127.0.0.1:8080"] = process.argv.slice(2);

const browser = await launch(base);
const page = await phone(browser, { locale: "en-GB", timezoneId: "Europe/London" });
await page.addInitScript(() => {
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

const pictures = [];
const take = async (caption) => pictures.push(await picture(page, caption));

await page.goto("/?tab=items");
await page.waitForFunction(() => localStorage.getItem("larder.session") !== null);
const expiresAt = new Date(Date.now() + 14 * 86_400_000).toISOString();
const cheddar = { name: "Cheddar", category: "Dairy", quantity: 1, unit: "block", shelfLifeDays: 14, expiresAt };
await post(page, "/api/items", { scanSessionId: null, ...cheddar });
await page.reload();
await page.getByRole("heading", { name: "Cheddar" }).click();
const scan = page.getByRole("dialog", { name: "Edit Item" }).getByRole("button", { name: "Scan the date" });
await scan.scrollIntoViewIfNeeded();
await take("a button beside the date");
await scan.click();
await page.waitForTimeout(500);
await take("the camera reads it");
await page.getByText("read from the package").waitFor();
await page.getByRole("img", { name: "The printed date" }).scrollIntoViewIfNeeded();
await take("to compare and save");

await saveRow(browser, pictures, { name: "printed-date.png", width: 1000, gap: 32, pictureWidth: 278 });
