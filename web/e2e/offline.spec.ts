import { files } from "./support/files";
import { choose, expect, test, waitingChanges } from "./support/larder";

test.use({ serviceWorkers: "allow" });

async function controlled(page: import("@playwright/test").Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
}

test("opens cold without a network and shows what was there", async ({ page, context, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([{ name: "Butter", left: 9 }]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await controlled(page);
  await page.waitForTimeout(1_500); // the cache is written at most once a second
  await context.setOffline(true);
  await page.close();
  const cold = await context.newPage();
  await cold.goto("/?tab=items");
  await expect(cold.getByRole("heading", { name: "Butter" })).toBeVisible();
  await expect(cold.getByText("You're offline. Changes sync later.")).toBeVisible();
  await cold.goto("/settings");
  await expect(cold.getByRole("main")).not.toBeEmpty();
});

test("changes made offline show at once, survive a reload, and are carried out once", async ({
  page,
  context,
  kitchen,
}) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([
    { name: "Butter", left: 9 },
    { name: "Ham", left: 2, category: "Meat" },
  ]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await controlled(page);
  await page.waitForTimeout(1_500);
  await context.setOffline(true);
  await choose(page, "Butter", "Archive");
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await page.getByLabel("Item Name").fill("Jam");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 changes waiting to sync")).toBeVisible();
  await page.reload();
  await page.getByRole("tab", { name: "My Items" }).click();
  await expect(page.getByRole("list", { name: "Items" }).getByRole("heading")).toHaveText(["Ham", "Jam"]);
  await context.setOffline(false);
  await expect.poll(() => waitingChanges(page)).toBe(0);
  await expect
    .poll(async () => (await kitchen.call<{ name: string }[]>("GET", "/api/items")).map(({ name }) => name).sort())
    .toEqual(["Ham", "Jam"]);
  expect((await kitchen.call<{ name: string }[]>("GET", "/api/items/archived")).map(({ name }) => name)).toEqual([
    "Butter",
  ]);
});

test("changes of two tabs, with answers lost on the way, are each carried out exactly once", async ({
  page,
  context,
  kitchen,
}) => {
  test.setTimeout(240_000);
  const COUNT = 20;
  await kitchen.open("/?tab=scan");
  await controlled(page);
  const other = await context.newPage();
  await other.goto("/?tab=scan");
  await expect(other.getByRole("heading", { name: "Add Item Manually" })).toBeVisible();
  // Every third creation arrives at the server, but its answer never comes back.
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
    await tab.getByLabel("Item Name").fill(`Thing ${n}`);
    await tab.keyboard.press("Enter");
  }
  await expect(page.getByText(`${COUNT} changes waiting to sync`)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => waitingChanges(page), { timeout: 90_000 }).toBe(0);
  const names = async () =>
    (await kitchen.call<{ name: string }[]>("GET", "/api/items")).map(({ name }) => name).sort();
  const all = Array.from({ length: COUNT }, (_, n) => `Thing ${n}`).sort();
  expect(await names()).toEqual(all);
});

test("a receipt photographed offline waits and is read later", async ({ page, context, kitchen }) => {
  test.setTimeout(180_000);
  await kitchen.open("/?tab=scan");
  await controlled(page);
  await context.setOffline(true);
  await page.locator("input[type=file]").setInputFiles(files.receipt);
  await page.getByRole("button", { name: "Process Receipt" }).click();
  await expect(page.getByText("Photo saved for later")).toBeVisible();
  await expect(page.getByText("1 photo waiting. It will be read automatically.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Receipt read")).toBeVisible({ timeout: 120_000 });
  expect((await kitchen.call<unknown[]>("GET", "/api/items")).length).toBeGreaterThan(2);
});

test("a photo shared from the gallery arrives in the scan tab", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=scan");
  await controlled(page);
  const address = await page.evaluate(async () => {
    const form = new FormData();
    form.append("receipt", new File([new Uint8Array([1, 2, 3])], "from gallery.jpg", { type: "image/jpeg" }));
    return (await fetch("/share-target", { method: "POST", body: form })).url;
  });
  expect(address).toContain("/?tab=scan&shared=1");
  await page.goto("/?tab=scan&shared=1");
  await expect(page.getByText("from gallery.jpg")).toBeVisible();
});
