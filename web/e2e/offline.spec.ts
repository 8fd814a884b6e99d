import { files } from "./support/files";
import { choose, expect, test, waitForScreen, waitForWorker, waitingChanges, writeCache } from "./support/larder";
import { cacheButterAndOats, expectOfflineStarts } from "./support/offline-starts";

test.use({ serviceWorkers: "allow" });

type Locator = import("@playwright/test").Locator;

test("keeps only the used languages for offline use", async ({ page, larder }) => {
  await larder.open("/settings");
  await waitForWorker(page);
  const storedLanguages = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().flatMap(({ url }) => /\/assets\/([a-z]{2})-/.exec(url)?.[1] ?? []);
    });
  expect(await storedLanguages()).toEqual([]);
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
  await expect.poll(storedLanguages).toEqual(["fr"]);
  await page.goto("/shopping-list?view=browse");
  await expect(page.getByRole("button", { name: /^Boissons/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Boissons/ })).toBeVisible();
  expect(await storedLanguages()).toEqual(["fr"]);
});

test("covers nothing with the status line when offline or a refresh fails", async ({ page, context, larder }) => {
  await larder.open("/", [{ name: "Butter", left: 9 }]);
  await larder.addRows({ name: "Oats" });
  await waitForWorker(page);
  for (const address of ["/?tab=items", "/shopping-list?view=list", "/shopping-list"]) {
    await page.goto(address);
    const row = page.getByRole("main").getByText(address.includes("items") ? /Butter$/ : /Oats$/);
    await expect(row.first()).toBeVisible();
    await waitForScreen(page);
    /** Expects that the status line has one line and covers nothing. */
    const expectUncovered = async (line: Locator) => {
      await expect(line).toBeVisible();
      const [box, heading, text] = await Promise.all(
        [line, page.getByRole("heading", { level: 1 }), row.first()].map((one) => one.boundingBox()),
      );
      expect(box?.height).toBeLessThanOrEqual(24);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0);
      expect(heading?.y).toBeLessThan(text?.y ?? 0);
    };
    await context.route("**/api/**", (route) => route.fulfill({ status: 503, json: { error: "unavailable" } }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectUncovered(page.getByText(/^Last updated .* Retrying…$/));
    }
    await context.setOffline(true);
    await expectUncovered(page.getByText("You're offline. Changes sync later."));
    await context.setOffline(false);
    await context.unroute("**/api/**");
  }
});

test("shows the list and the items at every start while the server answers 503", async ({ page, context, larder }) => {
  await larder.open("/?tab=items");
  await cacheButterAndOats(page, larder);
  await waitForWorker(page);
  await writeCache(page);
  await context.route("**/api/**", (route) => route.fulfill({ status: 503, json: { error: "unavailable" } }));
  await page.close();
  await expectOfflineStarts(context);
});

test(
  "carries out changes of an offline start once, after a reload too",
  { tag: "@main" },
  async ({ page, context, larder }) => {
    await larder.open("/?tab=items", [
      { name: "Butter", left: 9 },
      { name: "Ham", left: 2, category: "Meat" },
    ]);
    await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
    await waitForWorker(page);
    await writeCache(page);
    await context.setOffline(true);
    await page.goto("/settings");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await page.goto("/?tab=items");
    await expect(page.getByText("You're offline. Changes sync later.")).toBeVisible();
    await choose(page, "Butter", "Archive");
    await page.getByRole("tab", { name: "Scan Receipt" }).click();
    await page.getByLabel("Item name").fill("Jam");
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 changes waiting to sync")).toBeVisible();
    await page.reload();
    await page.getByRole("tab", { name: "My Items" }).click();
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Ham", "Jam"]);
    await context.setOffline(false);
    await expect.poll(() => waitingChanges(page)).toBe(0);
    await expect.poll(() => larder.names("/api/items")).toEqual(["Ham", "Jam"]);
    expect(await larder.names("/api/items/archived")).toEqual(["Butter"]);
  },
);

test("carries out changes of two tabs exactly once, although responses are lost", async ({ page, context, larder }) => {
  test.setTimeout(240_000);
  const COUNT = 20;
  await larder.open("/?tab=scan");
  await waitForWorker(page);
  const other = await context.newPage();
  await other.goto("/?tab=scan");
  await expect(other.getByRole("heading", { name: "Add Item Manually" })).toBeVisible();
  // Every third creation reaches the server, but its answer is lost.
  let number = 0;
  await context.route("**/api/items", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    number += 1;
    if (number % 3 === 0) {
      await route.fetch();
      return route.abort("connectionreset");
    }
    return route.continue();
  });
  await context.setOffline(true);
  for (let n = 0; n < COUNT; n += 1) {
    const tab = n % 2 === 0 ? page : other;
    await tab.getByLabel("Item name").fill(`Thing ${n}`);
    await tab.keyboard.press("Enter");
  }
  await expect(page.getByText(`${COUNT} changes waiting to sync`)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => waitingChanges(page), { timeout: 90_000 }).toBe(0);
  const all = Array.from({ length: COUNT }, (_, n) => `Thing ${n}`).sort();
  expect(await larder.names("/api/items")).toEqual(all);
});

test("keeps a receipt photographed offline and reads it later", async ({ page, context, larder }) => {
  test.setTimeout(180_000);
  await larder.open("/?tab=scan");
  await waitForWorker(page);
  await context.setOffline(true);
  await page.locator("input[type=file]").setInputFiles(files.receipt);
  await expect(page.getByText("Photo saved for later")).toBeVisible();
  await expect(page.getByText("1 photo waiting. It will be read automatically.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 photo waiting. It will be read automatically.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Receipt read")).toBeVisible({ timeout: 120_000 });
  expect((await larder.names("/api/items")).length).toBeGreaterThan(2);
});

test("receives photos shared from the gallery in the scan tab", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  await waitForWorker(page);
  const address = await page.evaluate(async () => {
    const form = new FormData();
    for (const name of ["top.jpg", "from gallery.jpg"])
      form.append("receipt", new File([new Uint8Array([1, 2, 3])], name, { type: "image/jpeg" }));
    return (await fetch("/share-target", { method: "POST", body: form })).url;
  });
  expect(address).toContain("/?tab=scan&shared=1");
  await page.goto("/?tab=scan&shared=1");
  await expect(page.getByText(/top\.jpg/)).toBeVisible();
  await expect(page.getByText(/from gallery\.jpg/)).toBeVisible();
});
