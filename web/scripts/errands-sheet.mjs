// Combines the pictures of the errands for docs/ERRANDS.md: `E2E_ERRANDS=/tmp/errands npx playwright test errands &&
// node scripts/errands-sheet.mjs /tmp/errands`.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";

const [folder = "/tmp/errands"] = process.argv.slice(2);
const sheet = fileURLToPath(new URL("../../docs/images/errands.png", import.meta.url));
const SHOWN = {
  "milk-typed": "Milk on the list",
  "three-things": "Three products on the list",
  "five-ticks": "Five rows checked off",
  today: "What to eat today",
  "ate-half": "Half was eaten",
  froze: "The bread frozen",
  cook: "What to cook tonight",
  "package-date": "A package with its date",
  "ate-all-undone": "Undone",
};

const pictures = await Promise.all(
  Object.entries(SHOWN).map(
    async ([name, title]) =>
      `<figure style="margin:0"><img width="195" style="display:block;border-radius:12px" src="data:image/png;base64,${(await readFile(join(folder, `${name}.png`))).toString("base64")}"><figcaption>${title}</figcaption></figure>`,
  ),
);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1075, height: 930 } });
await page.setContent(
  `<body style="margin:0;display:grid;grid-template-columns:repeat(5,195px);gap:14px 20px;padding:10px;background:#e6dcc6;font:14px system-ui">${pictures.join("")}`,
);
await page.waitForTimeout(300);
await page.screenshot({ path: sheet });
await browser.close();
console.log(`${sheet}: ${(await stat(sheet)).size} bytes`);
