import { serve } from "../simulate/server";
import answers from "../src/lib/open-food-facts/fixtures/answers.json" with { type: "json" };
import { expect, expectAccessible, expectToast, type Larder, test as base } from "./support/larder";

type Page = import("@playwright/test").Page;
type Route = import("@playwright/test").Route;

const HOST = "https://world.openfoodfacts.org";
const RICE = "4388858946739";

/** A server whose operator allows lookups. */
const test = base.extend<object, { allowing: string }>({
  allowing: [
    async ({}, use) => {
      const server = await serve({ LARDER_PRODUCT_LOOKUP: "openfoodfacts" });
      await use(server.home);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

/** Answers the lookups of a page, and returns the codes that were asked about. */
async function answerLookups(page: Page, answer: (route: Route, code: string) => Promise<void>): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${HOST}/**`, (route) => {
    const [, code = ""] = /\/api\/v2\/product\/(\d+)\.json\?/.exec(route.request().url()) ?? [];
    asked.push(code);
    return answer(route, code);
  });
  return asked;
}
const recorded = (route: Route, code: string) => {
  const found = (answers as Record<string, unknown>)[code];
  return route.fulfill({
    status: found ? 200 : 404,
    headers: { "access-control-allow-origin": "*" },
    json: found ?? { code, status: 0, status_verbose: "product not found" },
  });
};

/** Gives the number of a package instead of its picture. */
async function scan(page: Page, button: string, number: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog", { name: "Scan a barcode" });
  await dialog.getByLabel("Number below the barcode").fill(number);
  await dialog.getByRole("button", { name: "Use this number" }).click();
  await expect(dialog).toHaveCount(0);
}

async function withoutCamera(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "mediaDevices", { value: undefined }));
}
const switchOn = (larder: Larder) => larder.call("PUT", "/api/preferences", { productLookup: true });
const policyOf = async (page: Page, url: string) =>
  (await page.request.get(url)).headers()["content-security-policy"] ?? "";
const sources = (policy: string) => /connect-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];

test("connects no page and offers no setting without the operator's permission", async ({ page, larder }) => {
  const asked = await answerLookups(page, recorded);
  const chunks: string[] = [];
  page.on("request", (request) => chunks.push(request.url()));
  await withoutCamera(page);
  await larder.open("/?tab=scan&add=hand");
  expect(sources(await policyOf(page, "/"))).toEqual(["'self'", new URL(page.url()).origin]);
  expect(await larder.call("GET", "/api/preferences")).not.toHaveProperty("productLookupAllowed");
  // The household's choice alone causes no request.
  await switchOn(larder);
  await page.reload();
  await scan(page, "Scan a barcode", RICE);
  await expect(page.getByText("New barcode: what is it? Larder will remember it.")).toBeVisible();
  await page.getByLabel("Item name").fill("Rice");
  await page.getByRole("button", { name: "Add Item", exact: true }).click();
  await expectToast(page, /^Rice · until /);
  expect(asked).toEqual([]);
  expect(chunks.filter((url) => /ProductLookup(Panel|Section)|openfoodfacts/.test(url))).toEqual([]);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Your data" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Product names" })).toHaveCount(0);
});

test.describe("with the operator's permission", () => {
  test.beforeEach(async ({ page, allowing }) => {
    await withoutCamera(page);
    // `larder` opens paths.
    const go = page.goto.bind(page);
    page.goto = (url, options) => go(new URL(url, allowing).href, options);
  });

  test("fills the form for an unknown barcode once the household has switched it on", async ({
    page,
    larder,
    allowing,
  }) => {
    const asked = await answerLookups(page, recorded);
    expect(sources(await policyOf(page, allowing))).toEqual(["'self'", allowing, HOST]);

    await larder.open("/?tab=scan&add=hand");
    await scan(page, "Scan a barcode", RICE);
    await expect(page.getByText("New barcode: what is it? Larder will remember it.")).toBeVisible();
    await expect(page.getByLabel("Item name")).toHaveValue("");
    expect(asked).toEqual([]);

    await page.goto("/settings");
    const section = page.getByRole("region", { name: "Product names" });
    await expect(section.getByText(/sees the barcode, the IP address of your device/)).toBeVisible();
    const choice = section.getByRole("switch", { name: "Look up unknown barcodes" });
    await expect(choice).not.toBeChecked();
    await expectAccessible(page);
    await choice.click();
    await expect(choice).toBeChecked();
    await expect
      .poll(() => larder.call("GET", "/api/preferences"))
      .toMatchObject({ productLookup: true, productLookupAllowed: true });

    await larder.open("/?tab=scan&add=hand");
    await scan(page, "Scan a barcode", RICE);
    await expect(page.getByLabel("Item name")).toHaveValue("ja! Langkorn Spitzenreis");
    await expect(page.getByLabel("Quantity", { exact: true })).toHaveValue("400");
    await expect(page.getByLabel("Category (optional)")).toHaveValue("Pantry");
    await expect(page.getByRole("link", { name: "Open Food Facts" })).toHaveAttribute(
      "href",
      `${HOST}/product/${RICE}`,
    );
    await expect(page.getByRole("link", { name: "ODbL" })).toBeVisible();
    await expect(page.getByText("New barcode: what is it?")).toHaveCount(0);
    await expectAccessible(page);
    expect(asked).toEqual([RICE]);
    await page.getByRole("button", { name: "Add Item", exact: true }).click();
    await expect
      .poll(() => larder.call("GET", "/api/items"))
      .toMatchObject([{ name: "ja! Langkorn Spitzenreis", category: "Pantry", quantity: 400, unit: "g" }]);
    await expect
      .poll(() => larder.call("GET", "/api/codes"))
      .toMatchObject([{ code: `0${RICE}`, name: "ja! Langkorn Spitzenreis", quantity: 400, unit: "g" }]);

    // From now on the larder knows it.
    await page.reload();
    await scan(page, "Scan a barcode", RICE);
    await expect(page.getByLabel("Item name")).toHaveValue("ja! Langkorn Spitzenreis");
    await expect(page.getByRole("link", { name: "ODbL" })).toHaveCount(0);
    expect(asked).toEqual([RICE]);
  });

  test("adds a looked-up name with commas to the shopping list as one row", async ({ page, larder }) => {
    await answerLookups(page, (route, code) =>
      route.fulfill({
        headers: { "access-control-allow-origin": "*" },
        json: { code, status: 1, product: { product_name: "Salt, pepper & lime", categories_tags: ["en:crisps"] } },
      }),
    );
    await larder.open("/shopping-list?view=list");
    await switchOn(larder);
    await page.reload();
    await scan(page, "Scan a barcode", "9310155100335");
    await expect(page.getByLabel("Item name")).toHaveValue("Salt, pepper & lime");
    await expectAccessible(page);
    await page.getByLabel("Item name").press("Enter");
    await expect
      .poll(() => larder.call("GET", "/api/shopping-list"))
      .toMatchObject([{ name: "Salt, pepper & lime", category: "Snacks", quantity: 1, unit: "item" }]);
    await expect
      .poll(() => larder.call("GET", "/api/codes"))
      .toMatchObject([{ code: "09310155100335", name: "Salt, pepper & lime" }]);
  });
});
