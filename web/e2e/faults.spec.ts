import { cacheWritten, choose, expect, gate, test, type Kitchen, waitingChanges } from "./support/larder";

/**
 * Every network fault with every change of the lists: each change is carried out exactly once or fails visibly; nothing
 * is lost or doubled, and the screen matches the server.
 */
type Page = import("@playwright/test").Page;
type Context = import("@playwright/test").BrowserContext;
type Route = import("@playwright/test").Route;

/** The calls that carry the changes below out. */
const CALLS = /\/api\/(items|shopping-list|preferences|re-add-items)([/?]|$)/;
const isChange = (route: Route) => route.request().method() !== "GET";
const body = (route: Route) => JSON.stringify(route.request().postDataJSON() ?? {}) + route.request().url();

interface Fault {
  readonly name: string;
  /** Sets it up before the changes are made. */
  begin(page: Page, context: Context, kitchen: Kitchen): Promise<void>;
  /** Lets the changes through, where they would not go by themselves. */
  end?(page: Page, context: Context): Promise<void>;
  /** The number of changes that end as "could not sync" instead. */
  aside?: number;
  /** The remaining rows, if they differ from the requested ones. */
  left?: { items: string[]; archived: string[]; list: string[] };
}

/** Corrupts the browser's cache of the server's answers. */
const spoilCache = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("larder");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("values", "readwrite");
          const values = transaction.objectStore("values");
          values.getAllKeys().onsuccess = ({ target }) => {
            for (const key of (target as IDBRequest<string[]>).result.filter((name) => name.startsWith("query-cache")))
              values.put({ api: "old", queries: [{ title: "Butter" }] }, key);
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

/** Answers each change once in this way: changes are distinguished by their keys. */
async function once(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  const seen = new Set<string>();
  await page.route(CALLS, async (route) => {
    const key = route.request().headers()["idempotency-key"];
    if (!isChange(route) || key === undefined || seen.has(key)) return route.continue();
    seen.add(key);
    return answer(route);
  });
}

let slow = gate();

const FAULTS: readonly Fault[] = [
  {
    name: "a server that is busy once",
    begin: (page) =>
      once(page, (route) => route.fulfill({ status: 503, json: { error: "unavailable", message: "Busy." } })),
  },
  {
    name: "an answer that is lost",
    begin: (page) =>
      once(page, async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      }),
  },
  {
    name: "a network so slow that no answer comes before the last change",
    begin: (page) => {
      slow = gate();
      return once(page, async (route) => {
        await slow.held;
        await route.continue();
      });
    },
    end: async () => slow.release(),
  },
  {
    // A tenth of the time for both: the answer takes longer than the client waits, and the server has done it by then.
    name: "a network so slow that the client gives up after 30 seconds",
    begin: async (page) => {
      await page.evaluate(() => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10);
      });
      await once(page, async (route) => {
        const gaveUp = page.waitForEvent("requestfailed", (request) => request === route.request());
        await route.fetch();
        await gaveUp;
      });
    },
  },
  {
    name: "a cache on disk of an older shape",
    begin: (page) =>
      page
        .route(CALLS, (route) => (isChange(route) ? route.abort("internetdisconnected") : route.continue()))
        .then(() => undefined),
    end: async (page) => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      // No page with lists is open that would update the cache.
      await page.route(CALLS, (route) => (isChange(route) ? route.abort("internetdisconnected") : route.continue()));
      await page.goto("/legal");
      await cacheWritten(page);
      await spoilCache(page);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.goto("/?tab=items");
    },
  },
  {
    // Created rows go into the new larder; changes to the old one's rows fail, except those whose goal is already
    // reached.
    name: "an account that is replaced",
    begin: (_, context) => context.setOffline(true),
    end: async (page, context) => {
      await page.route("**/identity/v1/token", (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: "TOKEN_EXPIRED" } } }),
      );
      await page.evaluate(() =>
        localStorage.setItem(
          "larder.session",
          JSON.stringify({ ...(JSON.parse(localStorage.getItem("larder.session") ?? "{}") as object), expiresAt: 0 }),
        ),
      );
      await context.setOffline(false);
      // "Copy Them" would add the old larder's rows; without any on the disk there is only "OK".
      await page
        .getByRole("alertdialog", { name: "Could not open your larder" })
        .getByRole("button", { name: /^(Start Empty|OK)$/ })
        .click();
    },
    aside: 4,
    left: { items: ["Jam"], archived: [], list: ["Tea"] },
  },
  {
    name: "no network",
    begin: (_, context) => context.setOffline(true),
    end: (_, context) => context.setOffline(false),
  },
  {
    name: "no network and a reload",
    begin: (page) =>
      page
        .route(CALLS, (route) => (isChange(route) ? route.abort("internetdisconnected") : route.continue()))
        .then(() => undefined),
    end: async (page) => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.reload();
    },
  },
  {
    name: "another tab that takes over",
    begin: (page) =>
      page
        .route(CALLS, (route) => (isChange(route) ? route.abort("internetdisconnected") : route.continue()))
        .then(() => undefined),
    end: async (page, context) => {
      const other = await context.newPage();
      await other.goto("/legal");
      await page.goto("/nowhere");
      await expect.poll(() => waitingChanges(other)).toBe(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.goto("/?tab=items");
    },
  },
  {
    name: "a full disk",
    begin: (page) =>
      page.evaluate(() => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      }),
  },
  {
    name: "one of them poisoned for good",
    begin: (page) =>
      page
        .route(CALLS, (route) =>
          isChange(route) && body(route).includes("Jam")
            ? route.fulfill({ status: 500, json: { error: "internal", message: "Broken." } })
            : route.continue(),
        )
        .then(() => undefined),
    end: async (page) => {
      // All but the poisoned one have gone, and it goes as well once it can.
      await expect.poll(() => waitingChanges(page)).toBe(1);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    },
  },
  {
    name: "one of them refused",
    begin: (page) =>
      page
        .route(CALLS, (route) =>
          isChange(route) && body(route).includes("Jam")
            ? route.fulfill({ status: 422, json: { error: "validation_failed", message: "Not that." } })
            : route.continue(),
        )
        .then(() => undefined),
    aside: 1,
  },
  {
    name: "a token that is refused",
    begin: (page) =>
      once(page, (route) => route.fulfill({ status: 401, json: { error: "unauthenticated", message: "No." } })),
  },
];

/** Makes changes to both lists: archive, delete, edit, add; add, tick, remove, clear completed. */
async function changeEverything(page: Page): Promise<void> {
  await choose(page, "Egg", "Archive");
  await choose(page, "Ham", "Delete (mistake)");
  await choose(page, "Oil", "Edit");
  await page.getByRole("dialog").getByLabel("Item Name").fill("Olive oil");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await page.getByLabel("Item Name").fill("Jam");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Shopping List" }).click();
  await page.getByRole("button", { name: "My List" }).first().click();
  await page.getByLabel("Item Name").fill("Tea");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Mark Oats as completed" }).click();
  await page.getByRole("button", { name: "Delete Rice" }).click();
}

const rows = async (kitchen: Kitchen, path: string) =>
  (await kitchen.call<{ name: string; isCompleted?: boolean; itemStatus?: string }[]>("GET", path))
    .map(({ name, isCompleted, itemStatus }) =>
      path.includes("archived") ? `${name} ${itemStatus}` : isCompleted ? `${name}, done` : name,
    )
    .sort();

for (const fault of FAULTS) {
  test(`every change survives ${fault.name}`, async ({ page, context, kitchen }) => {
    await kitchen.open("/shopping-list?view=list");
    await kitchen.stock([
      { name: "Egg", left: 9 },
      { name: "Ham", left: 2, category: "Meat" },
      { name: "Oil", left: 90 },
    ]);
    for (const name of ["Oats", "Rice"])
      await kitchen.call("POST", "/api/shopping-list", {
        name,
        category: "Pantry Staples",
        quantity: 1,
        unit: "bag",
        notes: "",
      });
    // Every screen's code and data are here before the network goes.
    await page.reload();
    await expect(page.getByRole("button", { name: "Delete Rice" })).toBeVisible();
    await page.goto("/?tab=scan");
    await expect(page.getByLabel("Item Name")).toBeVisible();
    await page.getByRole("tab", { name: "My Items" }).click();
    await choose(page, "Oil", "Edit");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Shopping List" }).click();
    await page.getByRole("button", { name: "My List" }).first().click();
    await expect(page.getByRole("button", { name: "Delete Rice" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Larder" }).click();
    await expect(page.getByRole("heading", { name: "Oil" })).toBeVisible();

    await fault.begin(page, context, kitchen);
    await changeEverything(page);
    await fault.end?.(page, context);
    await expect.poll(() => waitingChanges(page), { timeout: 90_000 }).toBe(fault.aside ?? 0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const left = fault.left ?? {
      items: fault.aside ? ["Olive oil"] : ["Jam", "Olive oil"],
      archived: ["Egg archived", "Ham deleted"],
      list: ["Oats, done", "Tea"],
    };
    await expect.poll(() => rows(kitchen, "/api/items")).toEqual(left.items);
    expect(await rows(kitchen, "/api/items/archived")).toEqual(left.archived);
    expect(await rows(kitchen, "/api/shopping-list")).toEqual(left.list);
    if (fault.aside) await expect(page.getByText(new RegExp(`^${fault.aside} changes? could not sync`))).toBeVisible();
    await page.goto("/?tab=items");
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(left.items.toReversed());
  });
}
