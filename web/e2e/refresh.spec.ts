import { delayRequests, expect, moveFinger, test, waitForMark, waitForScreen } from "./support/larder";

type Page = import("@playwright/test").Page;

/** A point without a control, in the upper half of the page. */
const START = { x: 195, y: 300 };

const down = (by: number) => Array.from({ length: 10 }, (_, step) => [0, (by * (step + 1)) / 10] as const);
const indicator = (page: Page) => page.locator("header [data-pull], header span[data-busy]").first();
const status = (page: Page) => page.getByRole("navigation", { name: "Larder" }).getByRole("status");

/** Returns a function that returns the number of responses to a path since now. */
function countLoads(page: Page, path: string): () => number {
  let loads = 0;
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === path && response.request().method() === "GET") loads += 1;
  });
  return () => loads;
}

test("refreshes by a pull of 81 px, and not of 80 px", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/?tab=items");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const loadCount = countLoads(page, "/api/items");
  await moveFinger(page, START, down(80));
  await expect(indicator(page)).toHaveAttribute("data-pull", "none");
  // A refresh is at once announced, and for half a second at least.
  await expect(status(page)).toHaveText("");
  expect(loadCount()).toBe(0);
  await moveFinger(page, START, down(81));
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await expect(status(page)).toHaveText("Up to date.");
  expect(loadCount()).toBe(1);
});

test("explains that the server cannot be reached, and keeps the data", async ({ page, larder }) => {
  await larder.open("/?tab=items", [{ name: "Butter", left: 9 }]);
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await page.route("**/api/items", (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(status(page)).toHaveText("Can't reach Larder. You see the last known state.");
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
});

test("follows a pull with the indicator until the pull is cancelled", async ({ page, larder }) => {
  await larder.open("/?tab=items");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await moveFinger(page, START, down(50), { lift: false });
  await expect(indicator(page)).toHaveAttribute("data-pull", "some");
  expect(await indicator(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42)).toBe(30);
  await moveFinger(
    page,
    START,
    [
      [0, 60],
      [0, 400],
    ],
    { lift: false },
  );
  await expect(indicator(page)).toHaveAttribute("data-pull", "enough");
  expect(await indicator(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42)).toBe(72);
  await moveFinger(page, START, [
    [0, 60],
    [0, 400],
    [0, 20],
  ]);
  await expect(indicator(page)).toHaveAttribute("data-pull", "none");
  await expect(status(page)).toHaveText("");
});

test("keeps row swipes, scrolling and pulls apart", async ({ page, larder }) => {
  await larder.open("/?tab=items", [
    { name: "Butter", left: 9 },
    { name: "Ham", left: 2, category: "Meat" },
    ...Array.from({ length: 8 }, (_, n) => ({ name: `Thing ${n}`, left: 20 })),
  ]);
  const card = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const positionOf = async (name: string) => {
    const box = await card(name).boundingBox();
    if (!box) throw new Error("The row is not on the screen.");
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height - 18) };
  };
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await expect(card("Thing 7")).toBeAttached();
  const loadCount = countLoads(page, "/api/items");
  // A list that is scrolled is scrolled, not pulled.
  await page.evaluate(() => window.scrollTo({ top: 200, behavior: "instant" }));
  await moveFinger(page, START, down(150));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(200);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await moveFinger(page, await positionOf("Ham"), [
    [6, 4],
    [12, 8],
    [25, 15],
    [40, 20],
    [55, 40],
    [70, 100],
  ]);
  await expect(card("Ham")).toBeHidden();
  await expect(status(page)).toHaveText("");
  // The list is loaded once it is known that the ham is gone.
  await expect.poll(loadCount).toBe(1);
  await moveFinger(page, await positionOf("Butter"), [
    [4, 12],
    [20, 40],
    [90, 120],
  ]);
  await expect(status(page)).toHaveText("Up to date.");
  await expect(card("Butter")).toBeVisible();
  // Of all these only the last one was a pull.
  expect(loadCount()).toBe(2);
});

test("continues a pull when the list loads under the finger", async ({ page, larder }) => {
  await larder.open("/?tab=items");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const release = await delayRequests(page, "**/api/items");
  await page.reload();
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  const loadCount = countLoads(page, "/api/items");
  const under = () => page.evaluateHandle(({ x, y }) => document.elementFromPoint(x, y), START);
  const skeleton = await under();
  const arrives = async () => {
    release();
    await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
    // The touched element was removed.
    expect(await skeleton.evaluate((element) => element?.isConnected)).toBe(false);
  };
  await moveFinger(page, START, down(130), { after: arrives });
  await expect(status(page)).toHaveText("Up to date.");
  // Once on load, once by the pull.
  expect(loadCount()).toBe(2);
});

test("refreshes every page with data by a pull and by the button", async ({ page, larder }) => {
  await larder.open("/legal");
  for (const [path, asks] of [
    ["/?tab=history", "/api/scan-sessions"],
    ["/?tab=archived", "/api/items/archived"],
    ["/shopping-list", "/api/shopping-list"],
    ["/shopping-list?view=list", "/api/shopping-list"],
  ] as const) {
    const answered = page.waitForEvent("requestfinished", (request) => new URL(request.url()).pathname === asks);
    await page.goto(path);
    await answered;
    await waitForScreen(page);
    await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
    const loadCount = countLoads(page, asks);
    // From below the header, where no screen has a field.
    await moveFinger(page, { x: 195, y: 84 }, down(120));
    await expect(status(page)).toHaveText("Up to date.");
    expect(loadCount()).toBe(1);
    await page.getByRole("button", { name: "Refresh" }).press("Enter");
    await expect.poll(loadCount).toBe(2);
  }
});

test("has no refresh button on pages without lists", async ({ page, larder }) => {
  await larder.open("/legal");
  for (const [tab, title] of [
    ["/?tab=scan", "Scan Receipt"],
    ["/settings", "Settings"],
  ] as const) {
    await page.goto(tab);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await waitForMark(page, "focus-rescue");
    await expect(page.getByRole("button", { name: "Refresh" })).toHaveCount(0);
  }
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("does not move the indicator", async ({ page, larder }) => {
    await larder.open("/?tab=items");
    await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
    for (const by of [30, 60]) {
      await moveFinger(page, START, down(by), { lift: false });
      await expect(indicator(page)).toHaveAttribute("data-pull", "some");
      await expect
        .poll(() => indicator(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42))
        .toBe(60);
    }
    await moveFinger(page, START, down(120));
    await expect(status(page)).toHaveText("Up to date.");
  });
});
