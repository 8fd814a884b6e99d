// Measures the time from each tap and key to the next paint (INP), with 500 items and 300 list rows: `node
// web/scripts/bench-inp.mjs`. COUNT and ROWS set the numbers, SLOWER is the slowdown of the processor (4 as in
// Lighthouse), RUNS the number of runs for the median.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { post } from "./browser.mjs";

const { COUNT = "500", ROWS = "300", SLOWER = "1", RUNS = "3", LARDER_BIN = "target/debug/larder" } = process.env;
const root = new URL("../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "larder-inp-"));
const port = 20_000 + (process.pid % 20_000);
const site = `http://127.0.0.1:${port}`;
const server = spawn(LARDER_BIN, ["serve"], {
  cwd: root,
  stdio: "ignore",
  env: {
    ...process.env,
    PORT: String(port),
    LARDER_DATA: join(folder, "data"),
    LARDER_SITE: join(root, "web/dist"),
    LARDER_LOG: "error",
  },
});
for (let tries = 0; ; tries += 1) {
  const response = await fetch(`${site}/api/health`).catch(() => undefined);
  if (response?.ok) break;
  if (tries === 100) throw new Error("The server does not answer.");
  await pause(100);
}

/** The name, category and aisle of each food. */
const FOODS = [
  ["Milk", "Dairy", "Dairy & Eggs"],
  ["Bread", "Bakery", "Bread & Bakery"],
  ["Apples", "Fruit", "Fruits"],
  ["Rice", "Pantry", "Pantry Staples"],
  ["Yogurt", "Dairy", "Dairy & Eggs"],
  ["Cheddar", "Dairy", "Dairy & Eggs"],
  ["Carrots", "Vegetable", "Vegetables"],
  ["Salmon", "Seafood", "Frozen Foods"],
  ["Tea", "Beverages", "Beverages"],
  ["Oats", "Pantry", "Pantry Staples"],
];
/** The longest time in which the observer is called after a paint. */
const OBSERVER_MS = 1_500;
/** The time in which a page has run its code after its list is shown. */
const IDLE_MS = 2_000;

/** Runs in the page, and records the longest interaction. */
function observeInteractions() {
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}

/** Opens a phone's page with a new account. */
async function openPage(browser) {
  const context = await browser.newContext({
    baseURL: site,
    locale: "en-US",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  await context.addInitScript(() => {
    localStorage.setItem("larder.recovery-offered", "never");
    localStorage.setItem("larder.used-up-asked", "1");
  });
  await context.addInitScript(observeInteractions);
  const page = await context.newPage();
  await page.goto("/");
  await page.waitForFunction(() => localStorage.getItem("larder.session") !== null);
  return page;
}

/** Adds the items and list rows to the page's account. */
async function addData(page) {
  const items = Array.from({ length: Number(COUNT) }, (_, n) => {
    const [name, category] = FOODS[n % FOODS.length];
    const expiresAt = new Date(Date.now() + ((n % 60) - 1) * 86_400_000).toISOString();
    return {
      name: `${name} ${n}`,
      category,
      quantity: 1,
      unit: "item",
      shelfLifeDays: 30,
      expiresAt,
      scanSessionId: null,
    };
  });
  const rows = Array.from({ length: Number(ROWS) }, (_, n) => {
    const [name, , category] = FOODS[n % FOODS.length];
    return { name: `${name} ${n}`, category, quantity: 1, unit: "item", notes: "" };
  });
  for (const item of items) await post(page, "/api/items", item);
  for (const row of rows) await post(page, "/api/shopping-list", row);
}

/** Returns functions that carry out and measure interactions on a page, and their longest times by name. */
function measuring(page) {
  const times = new Map();
  const measure = async (name, act) => {
    await page.evaluate(() => {
      window.slowest = 0;
    });
    await act();
    await pause(OBSERVER_MS);
    times.set(name, Math.max(times.get(name) ?? 0, await page.evaluate(() => window.slowest)));
  };
  /** Taps the centre of an element. Finds it before the measurement, unlike Playwright's own tap. */
  const tap = async (what, target) => {
    await target.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await target.boundingBox();
    await pause(300);
    await measure(what, () => page.touchscreen.tap(x + width / 2, y + height / 2));
  };
  const press = (what, key) => measure(what, () => page.keyboard.press(key));
  const type = async (what, text) => {
    for (const letter of text) await press(what, letter);
  };
  const button = (name, exact = true) => page.getByRole("button", { name, exact }).first();
  return { times, tap, press, type, button };
}

async function measureItems(page, { tap, press, type, button }) {
  await page.goto("/?tab=items");
  await page.getByRole("heading", { name: /^Milk/ }).first().waitFor();
  await pause(IDLE_MS);
  await tap("filter: Fresh", button("Fresh"));
  await tap("filter: All Items", button("All Items"));
  await tap("the menu of the page", button("More actions"));
  await tap("the week", page.getByRole("menuitemcheckbox", { name: "This week" }));
  await tap("a day of the week", page.getByRole("group", { name: "Tap a day" }).getByRole("button").nth(2));
  await tap("all days again", button("Show all days"));
  const card = page.getByRole("list", { name: "Items" }).getByRole("heading").first().getByRole("button");
  await tap("open a card", card);
  await tap("its menu", button(/^More for/, false));
  await tap("½ left", page.getByRole("menuitem", { name: "½ left" }));
  await tap("Used up", button(/^Used up/, false));
  await tap("Undo", button("Undo"));
  await tap("search: open", button("Search"));
  await type("search: a letter", "milk");
  for (let n = 0; n < 4; n += 1) await press("search: a letter back", "Backspace");
  await press("search: close", "Escape");
  await tap("the page's menu", button("More actions"));
  await tap("select several", page.getByRole("menuitem", { name: "Select several" }));
  await tap("select a card", page.getByRole("checkbox").first());
  await tap("select all", button("All"));
  await tap("end selecting", button("Done selecting"));
  await tap("open a card", card);
  await tap("close it", button("Close"));
  await tap("tab: Archive", page.getByRole("tab", { name: "Archived" }));
  await tap("tab: Items", page.getByRole("tab", { name: "My Items" }));
}

async function measureList(page, { tap, press, type, button }) {
  await page.goto("/shopping-list?view=list");
  await page.getByRole("heading", { name: /Milk/ }).first().waitFor();
  await pause(IDLE_MS);
  for (let n = 0; n < 3; n += 1) await tap("list: tick", page.getByRole("checkbox", { checked: false }).nth(n));
  const choose = async (what, entry) => {
    // Far from the rows that were just ticked, where Undo covers the menu.
    await tap("list: a row's menu", page.getByRole("button", { name: /^More for (?!this list)/ }).nth(10));
    await tap(what, page.getByRole("menuitem", { name: entry, exact: true }));
  };
  await choose("list: into the larder", "Add to Tracker");
  await choose("list: delete", "Delete");
  await choose("list: open a row", "Edit");
  await tap("list: close it", button("Cancel"));
  await tap("add line: focus", page.getByLabel("Item name"));
  await type("add line: a letter", "2 butt");
  await press("add line: Enter", "Enter");
}

/** Returns the longest time of each interaction in milliseconds. */
async function run(browser) {
  const page = await openPage(browser);
  await addData(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(SLOWER) });
  const tools = measuring(page);
  await measureItems(page, tools);
  await measureList(page, tools);
  await page.context().close();
  return tools.times;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const all = new Map();
  for (let n = 0; n < Number(RUNS); n += 1)
    for (const [what, ms] of await run(browser)) all.set(what, [...(all.get(what) ?? []), ms]);
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const table = [...all].map(([what, values]) => [what, median(values)]);
  for (const [what, ms] of table) console.log(`${what.padEnd(24)} ${String(ms).padStart(5)} ms`);
  console.log(
    `worst: ${Math.max(...table.map(([, ms]) => ms))} ms (${COUNT} items, ${ROWS} rows, processor ${SLOWER}× slower, median of ${RUNS})`,
  );
} finally {
  await browser.close();
  server.kill();
  await new Promise((resolve) => {
    server.once("exit", resolve);
  });
  rmSync(folder, { recursive: true, force: true });
}
