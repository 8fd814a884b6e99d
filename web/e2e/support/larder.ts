import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Locator, type Page } from "@playwright/test";

interface NewItem {
  readonly name: string;
  /** The days until it expires. */
  readonly left: number;
  readonly category?: string;
  readonly quantity?: number;
  readonly unit?: string;
  readonly shelfLifeDays?: number;
}

interface NewRow {
  readonly name: string;
  readonly category?: string;
  readonly quantity?: number;
  readonly unit?: string;
  readonly notes?: string;
}

/** The larder of a test, which has a new anonymous account. */
export interface Larder {
  /**
   * Opens a page of the site and waits until the app has started and the user is signed in. Adds items, and then loads
   * the page again. Returns their ids.
   */
  open(path?: string, items?: readonly NewItem[]): Promise<string[]>;
  /** Opens My List with these rows. */
  openList(...rows: readonly NewRow[]): Promise<void>;
  /** Adds items through the API. Returns their ids. */
  addItems(items: readonly NewItem[]): Promise<string[]>;
  /** Puts rows on the shopping list through the API; returns their ids. */
  addRows(...rows: readonly NewRow[]): Promise<string[]>;
  /** Returns the sorted names of a list of the API. */
  names(path: string): Promise<string[]>;
  /** Returns fields of each entry of a list of the API as one text ("Milk true"), sorted. */
  texts(path: string, ...fields: readonly string[]): Promise<string[]>;
  /** Teaches the household the name of a barcode. */
  learn(code: string, name: string): Promise<unknown>;
  /** Calls the API with this account. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

const DAY = 86_400_000;

/** Makes the site detect an installed app, so that it does not show the install card after two seconds. */
export function asInstalled(): void {
  const original = window.matchMedia.bind(window);
  window.matchMedia = (query) => original(query === "(display-mode: standalone)" ? "all" : query);
}

/**
 * Hides the recovery code offer, which appears after the first scan, and the questions about used-up items and swipes.
 */
export function withoutQuestions(): void {
  localStorage.setItem("larder.used-up-asked", "1");
  if (localStorage.getItem("larder.swipe") === null) localStorage.setItem("larder.swipe", "removal");
  localStorage.setItem("larder.recovery-offered", "never");
}

/**
 * Keeps toasts until they are closed, because on a slow machine their five seconds can end before the tap: also those
 * that go on after a pause, with the rest of their time. Extends the timeout of the database
 * (`src/lib/browser/database.ts`) too, which is as long.
 */
export function withLastingToasts(): void {
  const TOAST_MS = 5_000;
  const { setTimeout: later, clearTimeout: clear } = window;
  const running = new Map<unknown, { readonly left: number; readonly since: number }>();
  /** The durations of toasts that begin or go on, whose rest is measured with a tolerance. */
  const durations = [TOAST_MS];
  window.setTimeout = ((run: TimerHandler, wait = 0, ...rest: unknown[]) => {
    if (!durations.some((duration) => Math.abs(duration - wait) < (duration === TOAST_MS ? 0.001 : 20)))
      return later(run, wait, ...rest);
    const timer = later(run, 3_600_000, ...rest);
    running.set(timer, { left: wait, since: performance.now() });
    return timer;
  }) as typeof window.setTimeout;
  window.clearTimeout = (timer) => {
    const toast = running.get(timer);
    running.delete(timer);
    if (toast) durations.push(toast.left - (performance.now() - toast.since));
    clear(timer);
  };
}

/**
 * Makes a page load again if its load was cancelled. A dialog that has just been closed goes a step back in the
 * history, which cancels a load that a test begins in the same moment; no person is that fast.
 */
function retryCancelledLoads(page: Page): void {
  const again = <T>(load: () => Promise<T>, tries = 3): Promise<T> =>
    load().catch(async (error: unknown) => {
      if (tries === 1 || !String(error).includes("ERR_ABORTED")) throw error;
      await page.waitForLoadState();
      return again(load, tries - 1);
    });
  const reload = page.reload.bind(page);
  const goto = page.goto.bind(page);
  page.reload = (options) => again(() => reload(options));
  page.goto = (url, options) => again(() => goto(url, options));
}

export const test = base.extend<{
  installed: boolean;
  offered: boolean;
  lasting: boolean;
  larder: Larder;
  quietConsole: void;
  closedPhones: void;
}>({
  /** Tests of the install card set this to false. */
  installed: [true, { option: true }],
  /** Tests of the recovery code's offer set this to true. */
  offered: [false, { option: true }],
  /** Tests of how toasts leave set this to false. */
  lasting: [true, { option: true }],
  context: async ({ context, installed, offered, lasting }, use) => {
    context.on("page", retryCancelledLoads);
    if (installed) await context.addInitScript(asInstalled);
    if (!offered) await context.addInitScript(withoutQuestions);
    if (lasting) await context.addInitScript(withLastingToasts);
    await use(context);
  },
  larder: async ({ page }, use) => {
    await use(larderOf(page));
  },
  /**
   * Fails a test on an uncaught error, a broken screen (except a chunk that could not be loaded offline) or a violation
   * of the content security policy.
   */
  quietConsole: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (
          /Content Security Policy|TrustedScript|Trusted Type|^A screen failed(?!.*(dynamically imported|preload CSS))/i.test(
            message.text(),
          )
        )
          faults.push(message.text());
      });
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  /** Closes the phones that a test opened, which would go on polling the server of the next test. */
  closedPhones: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect };

export function larderOf(page: Page): Larder {
  const larder: Larder = {
    async open(path = "/", items = []) {
      await page.goto(path);
      await expect(page.getByText("Signing you in...")).toBeHidden();
      // The app has replaced the first paint.
      await page.waitForFunction(
        () => localStorage.getItem("larder.session") !== null && document.querySelector("[data-paint]") === null,
      );
      const ids = await larder.addItems(items);
      if (ids.length > 0) await page.reload();
      return ids;
    },
    async openList(...rows) {
      await larder.open("/shopping-list?view=list");
      await larder.addRows(...rows);
      if (rows.length > 0) await page.reload();
    },
    call: (method, path, body) =>
      page.evaluate(
        async ([verb, address, content]) => {
          const { idToken } = JSON.parse(localStorage.getItem("larder.session") ?? "{}") as { idToken: string };
          const response = await fetch(address as string, {
            method: verb as string,
            headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" },
            body: content === undefined ? null : JSON.stringify(content),
          });
          const text = await response.text();
          if (!response.ok) throw new Error(`${response.status}: ${text}`);
          return JSON.parse(text || "null");
        },
        [method, path, body] as const,
      ),
    async addItems(items) {
      const ids: string[] = [];
      for (const { name, left, category = "Dairy", quantity = 1, unit = "item", shelfLifeDays = 7 } of items) {
        const id = randomUUID();
        ids.push(id);
        await larder.call("POST", "/api/items", {
          id,
          name,
          category,
          quantity,
          unit,
          shelfLifeDays,
          expiresAt: new Date(Date.now() + left * DAY).toISOString(),
          scanSessionId: null,
        });
      }
      return ids;
    },
    async addRows(...rows) {
      const ids: string[] = [];
      for (const row of rows) {
        const body = { category: "Snacks", quantity: 1, unit: "item", notes: "", ...row };
        ids.push((await larder.call<{ id: string }>("POST", "/api/shopping-list", body)).id);
      }
      return ids;
    },
    learn: (code, name) => larder.call("PUT", "/api/codes", { code, name, category: "Pantry Staples", unit: "pack" }),
    names: (path) => larder.texts(path, "name"),
    async texts(path, ...fields) {
      const entries = await larder.call<Readonly<Record<string, unknown>>[]>("GET", path);
      return entries.map((entry) => fields.map((field) => String(entry[field] ?? "none")).join(" ")).sort();
    },
  };
  return larder;
}

/** Waits until the screen is rendered, and not the first paint, a skeleton or the sign-in page. */
export async function waitForScreen(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("main h1") !== null &&
      document.querySelector("[data-paint], [data-unknown], [role=status] > [class*=block]") === null,
  );
}

/** Waits until the app has set a performance mark, which says that a part of it is ready. */
export async function waitForMark(page: Page, mark: string): Promise<void> {
  await page.waitForFunction((name) => performance.getEntriesByName(name, "mark").length > 0, mark);
}

/** Expects the focus on an element with a matching name, and not on the body. */
export async function expectFocus(page: Page, name: RegExp): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        return focused === null || focused === document.body
          ? "the body"
          : (focused.getAttribute("aria-label") ?? focused.textContent ?? "");
      }),
    )
    .toMatch(name);
}

/** Returns a promise and a function that resolves it, to delay a response of the server. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Delays requests until the returned function is called. */
export async function delayRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { opened, open } = createGate();
  await page.route(url, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

/** Blocks the camera, as a user can in the browser's settings, from now on and after a reload. */
export async function blockCamera(page: Page): Promise<void> {
  const block = () =>
    void Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: () => Promise.reject(new DOMException("", "NotAllowedError")) },
    });
  await page.addInitScript(block);
  await page.evaluate(block);
}

/** Scrolls an element away from toast and tabs, and returns a point on it. */
async function pointOn(element: Locator): Promise<{ x: number; y: number }> {
  await element.evaluate((row) => row.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + 18 };
}

/** Drags an element sideways with the mouse. */
export async function drag(page: Page, element: Locator, by: number): Promise<void> {
  const { x, y } = await pointOn(element);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (by * step) / 10, y);
  await page.mouse.up();
}

/** Drags an element sideways with a finger. */
export async function swipe(page: Page, element: Locator, by: number): Promise<void> {
  const path = Array.from({ length: 10 }, (_, step) => [(by * (step + 1)) / 10, 0] as const);
  await moveFinger(page, await pointOn(element), path);
}

/** Moves a finger from a point along a path of offsets from it, and lifts it if `lift` is true. */
export async function moveFinger(
  page: Page,
  from: { x: number; y: number },
  path: readonly (readonly [number, number])[],
  {
    lift = true,
    after = () => Promise.resolve(),
  }: { lift?: boolean; /** Runs after the first movement. */ after?: () => Promise<void> } = {},
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (const [step, [dx, dy]] of path.entries()) {
    await touch("touchMove", [{ x: from.x + dx, y: from.y + dy }]);
    if (step === 0) await after();
  }
  if (lift) await touch("touchEnd", []);
  await client.detach();
}

/** Returns the card of an item. */
export const itemCard = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Returns a row of the shopping list. */
export const listRow = (page: Page, name: string) =>
  page.getByRole("list", { name: "Shopping list" }).getByRole("listitem").filter({ hasText: name });

/** Returns true if two elements do not overlap. */
export async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("One of the two is not on the screen.");
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

/** Waits until the service worker answers the page's requests. */
export const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });

/**
 * Expects that axe finds nothing in a part of the page. The site has no frames, for which axe would open a page each.
 */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(part).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** Returns the toasts' region. */
export const toasts = (page: Page) => page.getByRole("region", { name: /F8/ });

/** Closes the toast that is on the screen. */
export const closeToast = (page: Page) => toasts(page).getByRole("button", { name: "Close" }).click();

/** Runs an action of a row's menu, or of the menu in an opened item. */
export async function choose(page: Page, name: string, what: string): Promise<void> {
  const menu = page.getByRole("button", { name: `More for ${name}`, exact: true });
  const opener = page.getByRole("button", { name, exact: true });
  await expect(menu.or(opener).first()).toBeVisible();
  if (!(await menu.isVisible())) await opener.click();
  await menu.click();
  await page.getByRole("menuitem", { name: what, exact: true }).click();
}

/** Asks to clear the shopping list, by the list's menu. */
export async function chooseClearAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More for this list" }).click();
  await page.getByRole("menuitem", { name: "Clear All" }).click();
}

/**
 * Returns a value of a store in the browser's database, or the number of its values if no key is given. Waits for the
 * transactions that the page has begun.
 */
export function readDatabase<T>(page: Page, store: "outbox" | "values", key?: string): Promise<T> {
  return page.evaluate(
    ([name, wanted]) =>
      new Promise<T>((resolve, reject) => {
        const opening = indexedDB.open("larder");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(name, "readwrite");
          const values = transaction.objectStore(name);
          const reading: IDBRequest = wanted === undefined ? values.count() : values.get(wanted);
          transaction.onerror = () => reject(transaction.error);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(reading.result as T);
          };
        };
      }),
    [store, key] as const,
  );
}

/** Returns the number of waiting changes of all tabs. The status line would be too late. */
export const waitingChanges = (page: Page) => readDatabase<number>(page, "outbox");

/** Makes the page write its cached responses to disk, as when it is hidden, and waits until they are written. */
export async function writeCache(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "visibilityState");
  });
  await readDatabase(page, "values");
}

/** Waits for a toast, and closes others. */
export async function expectToast(page: Page, title: string | RegExp): Promise<void> {
  const region = toasts(page);
  const other = region.locator("[role=status] > div").filter({ hasNotText: title });
  await expect(async () => {
    if (await region.getByText(title, { exact: true }).isVisible()) return;
    // No click waits for another toast: usually there is none, and the expected one is about to appear.
    if (await other.isVisible()) await other.getByRole("button", { name: "Close" }).click({ timeout: 2_000 });
    throw new Error("The toast is not shown.");
  }).toPass({ intervals: [100], timeout: 30_000 });
}
