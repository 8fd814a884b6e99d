import { delayRequests, expect, test, waitForScreen, writeCache } from "./support/larder";

type Page = import("@playwright/test").Page;

/** Delays the app's code, but not its entry with the sign-in, until the returned function is called. */
const delayCode = (page: Page) => delayRequests(page, /\/assets\/(?!index-|sign-in-)[^/]*\.js$/);

/** Waits for the styles of the first paint, without which all its languages are visible. */
const waitForPaint = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("greets and signs in a first visit before the app's code is loaded", { tag: "@main" }, async ({ page }) => {
  const release = await delayCode(page);
  const asked = page.waitForRequest("**/identity/v1/accounts:signUp**");
  await page.goto("/", { waitUntil: "commit" });
  await waitForPaint(page);
  await expect(page.getByRole("heading", { name: "Larder", level: 1 })).toBeVisible();
  await expect(page.getByText("so that nothing goes to waste")).toBeVisible();
  await expect(page.getByText("Signing you in...")).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
  await asked;
  release();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible();
  await expect(page.getByText("Signing you in...")).toHaveCount(0);
  expect(await page.evaluate(() => document.querySelectorAll("[data-paint]").length)).toBe(0);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE", colorScheme: "light" });

  test("shows a returning user the frame of the page at once, in the chosen theme and language", async ({
    page,
    larder,
  }) => {
    await larder.open("/settings");
    await page.evaluate(() => localStorage.setItem("larder.theme", "dark"));
    const release = await delayCode(page);
    await page.goto("/?tab=history", { waitUntil: "commit" });
    await waitForPaint(page);
    await expect(page.getByText("Verlauf", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Einkaufsliste" })).toBeVisible();
    expect(await background(page)).toBe("rgb(28, 25, 21)");
    // Its links are real ones.
    await page.getByRole("link", { name: "Einstellungen" }).click({ noWaitAfter: true });
    await expect(page).toHaveURL(/\/settings$/);
    await waitForPaint(page);
    await expect(page.getByRole("banner")).toBeVisible();
    release();
    await expect(page.getByRole("heading", { name: "Einstellungen", level: 1 })).toBeVisible();
  });
});

test("replaces the first paint by the app without moving anything", async ({ page, larder }) => {
  await larder.open("/");
  await larder.addItems([
    { name: "Butter", left: 9 },
    { name: "Ham", left: 2, category: "Meat" },
  ]);
  await larder.addRows({ name: "Oats", category: "Pantry Staples", quantity: 2, unit: "bag" });
  // Otherwise the next start may show an answer that was given between two of these.
  await larder.open("/?tab=items");
  await expect(page.getByRole("heading", { name: "Ham" })).toBeVisible();
  await writeCache(page);
  await page.addInitScript(() => {
    // These tests block the service worker, which no browser does: either it has none, or it registers.
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        if (!entry.hadRecentInput && entry.value >= 0.001)
          moved.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(" ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const [path, name] of [
    ["/?tab=items", "Butter"],
    ["/?tab=scan", "Scan Receipt"],
    ["/?tab=archived", "Archived"],
    ["/shopping-list?view=browse", "Dairy & Eggs"],
    ["/shopping-list?view=list", "Oats"],
    ["/settings", "Settings"],
    ["/together", "Together"],
    ["/nowhere", "Page Not Found"],
  ] as const) {
    const release = await delayCode(page);
    await page.goto(path, { waitUntil: "commit" });
    // The first paint is really there before the app is.
    await waitForPaint(page);
    release();
    await expect(
      page
        .getByRole("heading", { name })
        .or(page.getByRole("main").getByText(name, { exact: true }))
        .first(),
    ).toBeVisible();
    await waitForScreen(page);
    // Two frames later, every shift has been reported.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect.soft(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), path).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

test("restarts a page whose code failed to load once the browser is online", async ({ page, context, larder }) => {
  await larder.open("/settings");
  await page.route("**/assets/frame-*.js", (route) => route.abort());
  let failures = 0;
  page.on("console", (message) => {
    if (message.text().startsWith("The app cannot be started")) failures += 1;
  });
  await page.goto("/settings");
  // The first failure loads the page again.
  await expect.poll(() => failures).toBe(2);
  await expect(page.getByRole("banner").first()).toBeVisible();
  await context.setOffline(true);
  await page.unroute("**/assets/frame-*.js");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});
