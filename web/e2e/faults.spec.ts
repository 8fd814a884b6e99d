import { choose, expect, test, waitingChanges, type Larder } from "./support/larder";

/**
 * A sample of `src/api/outbox/matrix.test.ts` (every fault with every change) in a real browser: each change is carried
 * out exactly once, and the screen matches the server.
 */
type Page = import("@playwright/test").Page;
type Context = import("@playwright/test").BrowserContext;
type Route = import("@playwright/test").Route;

/** The calls that carry the changes below out. */
const CALLS = /\/api\/(items|shopping-list|preferences|re-add-items)([/?]|$)/;
const isChange = (route: Route) => route.request().method() !== "GET";

interface Fault {
  readonly name: string;
  /** Sets it up before the changes are made. */
  begin(page: Page, context: Context, larder: Larder): Promise<void>;
  /** Lets the changes through, where they would not go by themselves. */
  end?(page: Page, context: Context): Promise<void>;
}

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

const FAULTS: readonly Fault[] = [
  {
    name: "an answer that is lost",
    begin: (page) =>
      once(page, async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      }),
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
];

/** Makes changes to both lists: archive, delete, edit, add; add, tick, remove, clear completed. */
async function changeEverything(page: Page): Promise<void> {
  await choose(page, "Egg", "Archive");
  await choose(page, "Ham", "Remove (added by mistake)");
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
  await page.getByRole("checkbox", { name: "Oats" }).click();
  await choose(page, "Rice", "Delete");
}

const rows = async (larder: Larder, path: string) =>
  (await larder.call<{ name: string; isCompleted?: boolean; itemStatus?: string }[]>("GET", path))
    .map(({ name, isCompleted, itemStatus }) =>
      path.includes("archived") ? `${name} ${itemStatus}` : isCompleted ? `${name}, done` : name,
    )
    .sort();

for (const fault of FAULTS) {
  test(`keeps every change through ${fault.name}`, async ({ page, context, larder }) => {
    await larder.open("/shopping-list?view=list");
    await larder.addItems([
      { name: "Egg", left: 9 },
      { name: "Ham", left: 2, category: "Meat" },
      { name: "Oil", left: 90 },
    ]);
    for (const name of ["Oats", "Rice"])
      await larder.addRows({ name, category: "Pantry Staples", quantity: 1, unit: "bag" });
    // Every screen's code and data are here before the network goes.
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "Rice" })).toBeVisible();
    await page.goto("/?tab=scan");
    await expect(page.getByLabel("Item Name")).toBeVisible();
    await page.getByRole("tab", { name: "My Items" }).click();
    await choose(page, "Oil", "Edit");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Shopping List" }).click();
    await page.getByRole("button", { name: "My List" }).first().click();
    await expect(page.getByRole("checkbox", { name: "Rice" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Larder" }).click();
    await expect(page.getByRole("heading", { name: "Oil" })).toBeVisible();

    await fault.begin(page, context, larder);
    await changeEverything(page);
    await fault.end?.(page, context);
    await expect.poll(() => waitingChanges(page), { timeout: 90_000 }).toBe(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await expect.poll(() => rows(larder, "/api/items")).toEqual(["Jam", "Olive oil"]);
    expect(await rows(larder, "/api/items/archived")).toEqual(["Egg archived", "Ham deleted"]);
    expect(await rows(larder, "/api/shopping-list")).toEqual(["Oats, done", "Tea"]);
    await page.goto("/?tab=items");
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Olive oil", "Jam"]);
  });
}
