import { delayRequests, expect, larderOf, test as base, waitForWorker, writeCache } from "./support/larder";
import { serveVersions, type VersionedSite } from "./support/versions";
import { cacheButterAndOats, expectOfflineStarts } from "./support/offline-starts";

type Page = import("@playwright/test").Page;

const test = base.extend<{ site: VersionedSite }>({
  site: async ({ baseURL }, use) => {
    const site = await serveVersions(baseURL ?? "");
    await use(site);
    await site.close();
  },
});

const openSettings = (page: Page) => page.getByRole("link", { name: "Settings" }).click();
const settings = (page: Page) => page.getByRole("heading", { name: "Settings", level: 1 });
const update = (page: Page) => page.getByRole("status").getByRole("button", { name: "Update" });
/** Makes the browser look for another version. */
const findUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
/** Returns the time at which the page was loaded. */
const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);
/** Returns the addresses of all files that are stored for offline use. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
/** Waits until the page was reloaded. */
const reloaded = (page: Page, before: number | undefined) =>
  expect(async () => expect(await loadedAt(page)).not.toBe(before)).toPass();

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test(
    "opens a screen of the old version after an update in another tab, and updates on a tap",
    { tag: "@main" },
    async ({ page, context, site }) => {
      await larderOf(page).open(`${site.url}/?tab=items`);
      await waitForWorker(page);
      const other = await context.newPage();
      await larderOf(other).open(`${site.url}/?tab=items`);
      await waitForWorker(other);
      site.publishNext();
      await findUpdate(page);
      const before = [await loadedAt(page), await loadedAt(other)];
      await update(page).click();
      await reloaded(page, before[0]);
      await openSettings(page);
      await expect(settings(page)).toBeVisible();
      // The other tab still runs the version before: its files are gone from the server, and kept here.
      await openSettings(other);
      await expect(settings(other)).toBeVisible();
      expect(await loadedAt(other)).toBe(before[1]);
      await update(other).click();
      await reloaded(other, before[1]);
      await expect(settings(other)).toBeVisible();
    },
  );

  test("deletes the files of the version before once no page uses it", async ({ page, context, site }) => {
    await larderOf(page).open(`${site.url}/?tab=items`);
    await waitForWorker(page);
    const other = await context.newPage();
    await other.goto(`${site.url}/?tab=items`);
    await waitForWorker(other);
    site.publishNext();
    await findUpdate(page);
    for (const tab of [page, other]) {
      const before = await loadedAt(tab);
      await update(tab).click();
      await reloaded(tab, before);
    }
    await page.close();
    await other.close();
    const next = await context.newPage();
    await next.goto(`${site.url}/?tab=items`);
    const renamed = async () => (await storedFiles(next)).filter((file) => /settings-(?!base-|more-)/.test(file));
    await expect(async () => {
      expect(await renamed()).not.toEqual([]);
      expect((await renamed()).filter((file) => !file.includes("-v2"))).toEqual([]);
    }).toPass();
  });

  test("keeps the files of a version that is being installed when the app is opened again", async ({
    page,
    context,
    site,
  }) => {
    await larderOf(page).open(`${site.url}/?tab=items`);
    await waitForWorker(page);
    const before = await storedFiles(page);
    site.publishNext(200);
    await page.evaluate(() => void navigator.serviceWorker.getRegistration().then((all) => all?.update()));
    const added = async () => (await storedFiles(page)).filter((file) => !before.includes(file));
    await expect(async () => expect(await added()).not.toEqual([])).toPass();
    const first = await added();
    await page.close();
    const next = await context.newPage();
    await next.goto(`${site.url}/?tab=items`);
    await expect(update(next)).toBeVisible();
    expect(await storedFiles(next)).toEqual(expect.arrayContaining(first));
  });

  test("leaves addresses that are no page of the app to the server", async ({ page, larder }) => {
    await larder.open("/settings");
    await waitForWorker(page);
    for (const [address, text] of [
      ["/home-assistant.txt", "Home Assistant"],
      ["/robots.txt", "User-agent"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(text).first()).toBeVisible();
    }
    for (const address of ["/?tab=items", "/shopping-list?view=list", "/shared/abc", "/link"]) {
      const answer = await page.goto(address);
      expect([address, answer?.fromServiceWorker()]).toEqual([address, true]);
    }
  });

  test("keeps the lists and waiting changes at every offline start after an update", async ({
    page,
    context,
    site,
  }) => {
    const larder = larderOf(page);
    await larder.open(`${site.url}/?tab=items`);
    await cacheButterAndOats(page, larder, site.url);
    await waitForWorker(page);
    await writeCache(page);
    site.publishNext();
    await findUpdate(page);
    const before = await loadedAt(page);
    await update(page).click();
    await reloaded(page, before);
    await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
    await context.setOffline(true);
    await page.close();
    await expectOfflineStarts(context, site.url);
  });
});

test("reloads a page of an earlier version once when a screen's code is gone", async ({ page, site }) => {
  // The app loads screens ahead.
  const arrive = await delayRequests(page, /\/assets\/settings-(?!base-|more-)/);
  await larderOf(page).open(`${site.url}/?tab=items`);
  const before = await loadedAt(page);
  site.publishNext();
  arrive();
  await openSettings(page);
  await reloaded(page, before);
  await openSettings(page);
  await expect(settings(page)).toBeVisible();
});

test("does not reload a page that is being left when its code stops loading", async ({ page, larder }) => {
  await larder.open("/legal");
  await page.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
    // As Firefox does: leaving the page ends what is still loading.
    window.dispatchEvent(new Event("beforeunload"));
    window.dispatchEvent(new Event("vite:preloadError"));
  });
  expect(await page.evaluate(() => sessionStorage.getItem("larder.reloaded"))).toBeNull();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("explains a screen whose code is missing on the server, without reloading again and again", async ({
  page,
  larder,
}) => {
  let loads = 0;
  page.on("load", () => (loads += 1));
  // From the start: the app loads screens ahead.
  await page.route(/\/assets\/settings-(?!base-|more-)[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await larder.open("/?tab=items");
  // Before the app has started again, a link would load the page once more.
  await expect.poll(() => loads).toBe(2);
  await expect(page.locator("[data-paint]")).toHaveCount(0);
  await openSettings(page);
  await expect(page.getByText("Something went wrong")).toBeVisible();
  expect(loads).toBe(2);
});
