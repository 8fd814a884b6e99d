// How long each tap and key takes until its answer is painted, on a phone with 500 things and a list of 300: `make bench-inp`. COUNT and ROWS change the numbers, SLOWER makes the
// processor that many times slower, as Lighthouse does for a phone (4), RUNS takes the median of more runs.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";

const { COUNT = "500", ROWS = "300", SLOWER = "1", RUNS = "3", LARDER_BIN = "target/quick/larder" } = process.env;
const root = new URL("../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "larder-inp-"));
const port = 20_000 + (process.pid % 20_000);
const site = `http://127.0.0.1:${port}`;
const server = spawn(LARDER_BIN, ["serve"], { cwd: root, stdio: "ignore", env: { ...process.env, PORT: String(port), LARDER_DATA: join(folder, "data"), LARDER_SITE: join(root, "web/dist"), LARDER_LOG: "error" } });
for (let tries = 0; !(await fetch(`${site}/api/health`).then(({ ok }) => ok, () => false)); tries += 1) {
  if (tries > 100) throw new Error("The server does not answer.");
  await pause(100);
}

const NAMES = ["Milk", "Bread", "Apples", "Rice", "Yogurt", "Cheddar", "Carrots", "Salmon", "Tea", "Oats"];
const CATEGORIES = ["Dairy", "Bakery", "Fruit", "Pantry", "Dairy", "Dairy", "Vegetable", "Seafood", "Beverages", "Pantry"];
const AISLES = ["Dairy & Eggs", "Bread & Bakery", "Fruits", "Pantry Staples", "Dairy & Eggs", "Dairy & Eggs", "Vegetables", "Frozen Foods", "Beverages", "Pantry Staples"];

/** Runs in the page: the longest of the events of each interaction, as the browser counts them. */
function listen() {
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}

async function run(browser) {
  const context = await browser.newContext({ baseURL: site, locale: "en-US", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: "block" });
  await context.addInitScript(() => {
    localStorage.setItem("larder.recovery-offered", "never");
    localStorage.setItem("larder.used-up-asked", "1");
  });
  await context.addInitScript(listen);
  const page = await context.newPage();
  await page.goto("/");
  await page.waitForFunction(() => localStorage.getItem("larder.session") !== null);
  const things = Array.from({ length: Number(COUNT) }, (_, n) => ({ id: randomUUID(), name: `${NAMES[n % 10]} ${n}`, category: CATEGORIES[n % 10], quantity: 1, unit: "item", shelfLifeDays: 30, expiresAt: new Date(Date.now() + ((n % 60) - 1) * 86_400_000).toISOString(), scanSessionId: null }));
  const rows = Array.from({ length: Number(ROWS) }, (_, n) => ({ id: randomUUID(), name: `${NAMES[n % 10]} ${n}`, category: AISLES[n % 10], quantity: 1, unit: "item", notes: "" }));
  await page.evaluate(async ([all, list]) => {
    const { idToken } = JSON.parse(localStorage.getItem("larder.session"));
    const post = async (path, body) => {
      const response = await fetch(path, { method: "POST", headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" }, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(await response.text());
    };
    for (const thing of all) await post("/api/items", thing);
    for (const row of list) await post("/api/shopping-list", row);
  }, [things, rows]);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(SLOWER) });

  const took = new Map();
  const measure = async (what, act) => {
    await page.evaluate(() => { window.slowest = 0; });
    await act();
    // The observer is told after the paint; what is slower than this would be seen in the next.
    await pause(700);
    took.set(what, Math.max(took.get(what) ?? 0, await page.evaluate(() => window.slowest)));
  };
  const button = (name, exact = true) => page.getByRole("button", { name, exact }).first();
  const type = async (what, text) => {
    for (const letter of text) await measure(what, () => page.keyboard.press(letter));
  };

  await page.goto("/?tab=items");
  await page.getByRole("heading", { name: /^Milk/ }).first().waitFor();
  await pause(2_000);
  await measure("filter: Fresh", () => button("Fresh").tap());
  await measure("filter: All Items", () => button("All Items").tap());
  await measure("a day of the week", () => page.getByRole("group", { name: "Tap a day" }).getByRole("button").nth(2).tap());
  await measure("all days again", () => button("Show all days").tap());
  await measure("a card's menu", () => button(/^More for/, false).tap());
  await measure("½ left", () => page.getByRole("menuitem", { name: "½ left" }).tap());
  await measure("Eaten", () => button(/^Eaten/, false).tap());
  await measure("Undo", () => button("Undo").tap());
  await measure("search: open", () => button("Search").tap());
  await type("search: a letter", "milk");
  for (let n = 0; n < 4; n += 1) await measure("search: a letter back", () => page.keyboard.press("Backspace"));
  await measure("search: close", () => page.keyboard.press("Escape"));
  await measure("the page's menu", () => button("More actions").tap());
  await measure("select several", () => page.getByRole("menuitem", { name: "Select several" }).tap());
  await measure("select a card", () => page.getByRole("checkbox").first().tap());
  await measure("select all", () => button("All").tap());
  await measure("end selecting", () => button("End selecting").tap());
  await measure("open a card", () => page.getByRole("list", { name: "Items" }).getByRole("heading").first().getByRole("button").tap());
  await measure("close it", () => button("Cancel").tap());
  await measure("tab: Archive", () => page.getByRole("tab", { name: "Archived" }).tap());
  await measure("tab: Items", () => page.getByRole("tab", { name: "My Items" }).tap());
  await page.goto("/shopping-list?view=list");
  await page.getByRole("heading", { name: /Milk/ }).first().waitFor();
  await pause(2_000);
  for (let n = 0; n < 3; n += 1) await measure("list: tick", () => page.getByRole("checkbox", { checked: false }).nth(n).tap());
  await measure("list: into the larder", () => button(/^Add to Tracker:/, false).tap());
  await measure("list: delete", () => button(/^Delete/, false).tap());
  await measure("list: open a row", () => page.getByRole("list", { name: "Shopping list" }).getByRole("heading").first().getByRole("button").tap());
  await measure("list: close it", () => button("Cancel").tap());
  await measure("add line: focus", () => page.getByLabel("Item Name").tap());
  await type("add line: a letter", "2 butt");
  await measure("add line: Enter", () => page.keyboard.press("Enter"));
  await context.close();
  return took;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
try {
  const all = new Map();
  for (let n = 0; n < Number(RUNS); n += 1) for (const [what, ms] of await run(browser)) all.set(what, [...(all.get(what) ?? []), ms]);
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const table = [...all].map(([what, values]) => [what, median(values)]);
  for (const [what, ms] of table) console.log(`${what.padEnd(24)} ${String(ms).padStart(5)} ms`);
  console.log(`worst: ${Math.max(...table.map(([, ms]) => ms))} ms (${COUNT} things, ${ROWS} rows, processor ${SLOWER}× slower, median of ${RUNS})`);
} finally {
  await browser.close();
  server.kill();
  await new Promise((resolve) => { server.once("exit", resolve); });
  rmSync(folder, { recursive: true, force: true });
}
