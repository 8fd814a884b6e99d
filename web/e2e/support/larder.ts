import { randomUUID } from "node:crypto";
import { expect, test as base, type Page } from "@playwright/test";

/** A kitchen of the test's own: every test is a new anonymous person. */
export interface Kitchen {
  /** Opens a page of the site and waits until the app has started and the user is signed in. */
  open(path?: string): Promise<void>;
  /** Adds items through the API; `left` is the days until they expire. */
  stock(
    things: readonly {
      name: string;
      left: number;
      category?: string;
      quantity?: number;
      unit?: string;
      shelfLifeDays?: number;
    }[],
  ): Promise<string[]>;
  /** Puts rows on the shopping list through the API; returns their ids. */
  list(
    ...rows: readonly { name: string; category: string; quantity?: number; unit?: string; notes?: string }[]
  ): Promise<string[]>;
  /** The names of what the API lists, in order of the alphabet. */
  names(path: string): Promise<string[]>;
  /** Calls the API as this person. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

const DAY = 86_400_000;

/**
 * Makes the site believe that it runs installed, so that the install card, which appears after two seconds, covers
 * nothing.
 */
export function asInstalled(): void {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query === "(display-mode: standalone)" ? ask("all") : ask(query));
}

/** Hides the recovery code offer, which appears after the first scan, and the question about used-up items. */
export function withoutOffer(): void {
  localStorage.setItem("larder.used-up-asked", "1");
  localStorage.setItem("larder.recovery-offered", "never");
}

/**
 * Toasts stay until they are closed: on a slow machine the five seconds of an undo would be over before the tap. The
 * patience of the database (`src/lib/browser/database.ts`) is as long.
 */
export function withLastingToasts(): void {
  const { setTimeout: later } = window;
  const TOAST_MS = 5_000;
  window.setTimeout = ((run: TimerHandler, wait?: number, ...rest: unknown[]) =>
    later(run, wait === TOAST_MS ? 3_600_000 : wait, ...rest)) as typeof window.setTimeout;
}

export const test = base.extend<{
  installed: boolean;
  offered: boolean;
  lasting: boolean;
  kitchen: Kitchen;
  quietConsole: void;
}>({
  /** Tests of the install card itself set this to false. */
  installed: [true, { option: true }],
  /** Tests of the recovery code's offer set this to true. */
  offered: [false, { option: true }],
  /** Tests of how toasts leave set this to false. */
  lasting: [true, { option: true }],
  context: async ({ context, installed, offered, lasting }, use) => {
    if (installed) await context.addInitScript(asInstalled);
    if (!offered) await context.addInitScript(withoutOffer);
    if (lasting) await context.addInitScript(withLastingToasts);
    await use(context);
  },
  kitchen: async ({ page }, use) => {
    await use(kitchenOf(page));
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
});

export { expect };

export function kitchenOf(page: Page): Kitchen {
  const kitchen: Kitchen = {
    async open(path = "/") {
      await page.goto(path);
      await expect(page.getByText("Signing you in...")).toBeHidden();
      // The app has taken the place of the first paint as well.
      await page.waitForFunction(
        () => localStorage.getItem("larder.session") !== null && document.querySelector("[data-paint]") === null,
      );
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
    async stock(things) {
      const ids: string[] = [];
      for (const { name, left, category = "Dairy", quantity = 1, unit = "item", shelfLifeDays = 7 } of things) {
        const id = randomUUID();
        ids.push(id);
        await kitchen.call("POST", "/api/items", {
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
    async list(...rows) {
      const ids: string[] = [];
      for (const row of rows) {
        const body = { quantity: 1, unit: "item", notes: "", ...row };
        ids.push((await kitchen.call<{ id: string }>("POST", "/api/shopping-list", body)).id);
      }
      return ids;
    },
    async names(path) {
      return (await kitchen.call<{ name: string }[]>("GET", path)).map(({ name }) => name).sort();
    },
  };
  return kitchen;
}

/**
 * Waits until the screen itself is shown: neither the first paint, which has headings of its own, nor a skeleton, nor a
 * page that is not signed in yet.
 */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("main h1") !== null &&
      document.querySelector("[data-paint], [data-unknown], [role=status] > [class*=block]") === null,
  );
}

/** Waits until the app has marked that a part of it is at work, which is later than its code is loaded. */
export async function marked(page: Page, mark: string): Promise<void> {
  await page.waitForFunction((name) => performance.getEntriesByName(name, "mark").length > 0, mark);
}

/** Expects the focus on an element, and not on the body, where a keyboard and a screen reader start at the top. */
export async function hasFocus(page: Page, name: RegExp): Promise<void> {
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

/** Returns a promise and what resolves it, to hold an answer of the server until the test has gone on. */
export function gate(): { held: Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release };
}

/** Holds requests back; what it returns lets them go on. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { held, release } = gate();
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Blocks the camera, as a person does in the browser's settings. */
export const blockCamera = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: () => Promise.reject(new DOMException("", "NotAllowedError")) },
    }),
  );

/** Drags an element sideways with the mouse, as far as asked, in small steps. */
export async function drag(page: Page, element: ReturnType<Page["locator"]>, by: number): Promise<void> {
  // Away from the edges, where a toast or the tabs may lie over it.
  await element.evaluate((row) => row.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  const x = box.x + box.width / 2;
  const y = box.y + 18;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (by * step) / 10, y);
  await page.mouse.up();
}

/** The same with a finger, through the browser's own touch input. */
export async function swipe(page: Page, element: ReturnType<Page["locator"]>, by: number): Promise<void> {
  // Away from the edges, where a toast or the tabs may lie over it.
  await element.evaluate((row) => row.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  const x = box.x + box.width / 2;
  const y = box.y + 18;
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (let step = 1; step <= 10; step += 1) await touch("touchMove", x + (by * step) / 10);
  await touch("touchEnd", x + by);
  await client.detach();
}

/** Moves a finger along a path, given as steps from where it was put down, and lifts it unless it is to stay. */
export async function finger(
  page: Page,
  from: { x: number; y: number },
  path: readonly (readonly [number, number])[],
  {
    lift = true,
    after = () => Promise.resolve(),
  }: { lift?: boolean; /** What happens once the finger has moved a first time. */ after?: () => Promise<void> } = {},
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

/** Returns the toasts' region. */
export const toasts = (page: Page) => page.getByRole("region", { name: /F8/ });

/** Closes the toast that is on the screen. */
export const closeToast = (page: Page) => toasts(page).getByRole("button", { name: "Close" }).click();

/** Runs an action of an item's menu. */
export async function choose(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: what, exact: true }).click();
}

/**
 * Returns the number of waiting changes in the browser's database, for all tabs: the status line is delayed, so it
 * cannot show that all were sent.
 */
export function waitingChanges(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("larder");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("outbox").objectStore("outbox").count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

/**
 * Makes the page write its cached answers to disk now, as it does when it is put aside, and waits until they are there.
 * Otherwise it writes at most once a second.
 */
export function cacheWritten(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        Reflect.deleteProperty(document, "visibilityState");
        const opening = indexedDB.open("larder");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          // It begins after the page's own transactions have ended.
          const transaction = opening.result.transaction("values", "readwrite");
          transaction.objectStore("values").count();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

/** Waits for a toast, closing those before it: one that offers an undo keeps its place until its time is up. */
export async function seeToast(page: Page, title: string | RegExp): Promise<void> {
  const region = toasts(page);
  await expect(async () => {
    if (await region.getByText(title, { exact: true }).isVisible()) return;
    // Only another one is closed: the one that is waited for may have come since the line above.
    await region
      .locator("[role=status] > div")
      .filter({ hasNotText: title })
      .getByRole("button", { name: "Close" })
      .click({ timeout: 2_000 });
    throw new Error("Another toast was in the way.");
  }).toPass({ intervals: [100], timeout: 30_000 });
}
