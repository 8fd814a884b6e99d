import { answerDateLabels, printedDate, YEAR } from "./support/date-labels";
import { recordPicker } from "./support/date-picker";
import { showScene } from "./support/film";
import { blockCamera, choose, expect, expectFocus, test } from "./support/larder";

type Page = import("@playwright/test").Page;

const DATE = `${YEAR}-03-26`;
const OTHER = `${YEAR}-05-26`;
const camera = (page: Page) => page.getByRole("dialog", { name: "Scan the date" });
const form = (page: Page) => page.getByRole("dialog", { name: "Edit Item" });
const scan = (page: Page) => form(page).getByRole("button", { name: "Scan the date" });

/** Makes the camera show a printed date. */
const showDateToCamera = (page: Page) =>
  showScene(page, {
    size: [1280, 720],
    paper: "#e8e4d8",
    ink: "#202020",
    lines: [
      [`MHD 26.03.${YEAR}`, 350],
      ["L 4711 A 09:41", 410],
    ],
  });

test.beforeEach(async ({ page, larder }) => {
  await recordPicker(page);
  await larder.open("/", [{ name: "Milk", left: 3 }]);
  await showDateToCamera(page);
  await choose(page, "Milk", "Edit");
});

test("fills in a date when two pictures agree and one is sure, beside its picture", async ({ page, larder }) => {
  const bodies = await answerDateLabels(page, [
    [printedDate(OTHER)],
    [],
    [printedDate(DATE, { isSure: true, kind: "use_by" })],
    [printedDate(DATE)],
  ]);
  await scan(page).click();
  await expect(camera(page).locator("p[role=status]")).toHaveText("Hold the whole printed date inside the frame.");
  await expect(camera(page)).toHaveCount(0);
  await expect(form(page).getByLabel("Use by")).toHaveValue(DATE);
  await expect(form(page).getByLabel("This date is")).toHaveValue("use_by");
  await expect(form(page).getByRole("img", { name: "The printed date" })).toBeVisible();
  await expect(form(page).getByText(`Mar 26, ${YEAR}, read from the package. Please compare.`)).toBeVisible();
  await expect(scan(page)).toBeFocused();
  expect((await larder.call<{ dateKind?: string }[]>("GET", "/api/items"))[0]?.dateKind).toBeUndefined();

  expect(bodies).toHaveLength(4);
  const [body] = bodies as { imageBase64: string }[];
  const jpeg = Buffer.from(body?.imageBase64 ?? "", "base64");
  expect(jpeg.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  expect(jpeg.length).toBeLessThanOrEqual(65_536);
  // The browser speaks American English in Berlin: what 04.06. means there is open.
  expect(body).toMatchObject({ today: new Date().toLocaleDateString("sv"), order: null });

  await form(page).getByRole("button", { name: "Save" }).click();
  await expect.poll(() => larder.texts("/api/items", "name", "dateKind", "expiresOn")).toEqual([`Milk use_by ${DATE}`]);
});

test("offers up to three dates if pictures do not agree, and names a date of freezing", async ({ page }) => {
  await answerDateLabels(page, [
    [printedDate(DATE), printedDate(OTHER), printedDate("2020-01-02", { kind: "frozen_on" })],
    [printedDate(OTHER, { kind: "best_before" })],
  ]);
  await scan(page).click();
  const dates = camera(page).getByRole("list", { name: "Which date is it?" }).getByRole("button");
  await expect(dates).toHaveText([`May 26, ${YEAR}`, `Mar 26, ${YEAR}`]);
  await expect(camera(page).getByText("Frozen on Jan 2, 2020. That's not an expiry date.")).toBeVisible();
  await camera(page).getByRole("button", { name: "Try Again" }).click();
  await expect(dates).toHaveText([/^May 26, \d+Best before$/]);
  await dates.first().click();
  await expect(form(page).getByLabel("Best before")).toHaveValue(OTHER);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Discard your changes?")).toBeVisible();
});

test("shows that it is offline or refused, and opens the date field", async ({ page }) => {
  await page.route("**/api/date-labels", (route) => route.fulfill({ status: 413, json: { error: "too_large" } }));
  await scan(page).click();
  await expect(camera(page).getByRole("alert")).toHaveText(
    "Reading dates doesn't work at the moment. Please type the date.",
  );
  await page.unroute("**/api/date-labels");
  await page.context().setOffline(true);
  await camera(page).getByRole("button", { name: "Try Again" }).click();
  await expect(camera(page).getByRole("alert")).toHaveText(
    "You're offline, so the date can't be read. Please type it.",
  );
  await camera(page).getByRole("button", { name: "Type it" }).click();
  await expect(camera(page)).toHaveCount(0);
  await expect(form(page).locator("[name=day]")).toBeFocused();
  await expect(page.locator("html")).toHaveAttribute("data-picker", "day");
});

test("reads the picture with the server's reader", async ({ page }) => {
  await scan(page).click();
  await expect(form(page).getByLabel("Best before")).toHaveValue(DATE);
  await expect(form(page).getByRole("img", { name: "The printed date" })).toBeVisible();
});

test("waits for a busy server", async ({ page }) => {
  let requests = 0;
  await page.route("**/api/date-labels", (route) => {
    requests += 1;
    return requests < 3
      ? route.fulfill({ status: 429, headers: { "Retry-After": "1" }, json: { error: "rate_limited" } })
      : route.fulfill({ json: { dates: [printedDate(DATE, { isSure: true })] } });
  });
  await scan(page).click();
  await expect(form(page).getByLabel("Best before")).toHaveValue(DATE);
  expect(requests).toBe(4);
});

test("reads a photo if the camera is blocked", async ({ page }) => {
  await blockCamera(page);
  const bodies = await answerDateLabels(page, [[], [printedDate(DATE, { isSure: true })]]);
  await scan(page).click();
  await expect(camera(page).getByRole("alert")).toHaveText(
    "Camera permission denied. Please allow camera access and try again.",
  );
  const choosing = page.waitForEvent("filechooser");
  await camera(page).getByRole("button", { name: "Choose a photo" }).click();
  const png = await page.screenshot();
  await (await choosing).setFiles({ name: "date.png", mimeType: "image/png", buffer: png });
  // A single photo is never filled in unasked.
  await camera(page)
    .getByRole("button", { name: `Mar 26, ${YEAR}` })
    .click();
  await expect(form(page).getByLabel("Best before")).toHaveValue(DATE);
  expect(bodies).toHaveLength(2);
  await expectFocus(page, /^Scan the date$/);
});

test("scans the dates of a receipt's items one by one, shows all before saving, and undoes them together", async ({
  page,
  larder,
}) => {
  const added = await larder.addItems([
    { name: "Yogurt", left: 5 },
    { name: "Apples", left: 6, category: "Fruit" },
    { name: "Ham", left: 7, category: "Meat" },
    { name: "Cheese", left: 8 },
  ]);
  // As a scan leads to the list.
  await page.evaluate((ids) => history.replaceState({ added: ids }, "", "/?tab=items"), added);
  await page.reload();
  await showDateToCamera(page);
  await answerDateLabels(page, [[printedDate(DATE, { isSure: true, kind: "use_by" })]]);
  await page.getByRole("button", { name: "More for 4 new items" }).click();
  await page.getByRole("menuitem", { name: "Scan the dates" }).click();
  const step = (name: string) => page.getByRole("dialog", { name });
  const next = (name: string) => step(name).getByRole("button", { name: "Next" });
  await expect(step("Yogurt")).toContainText("Dates for what you just bought: 1 of 3");
  await expect(next("Yogurt")).toBeFocused();
  await expect(step("Yogurt").getByLabel("Use by")).toHaveValue(DATE);
  await expect(step("Yogurt").getByRole("img", { name: "The printed date" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expectFocus(page, /^(Ham|Next)$/);
  await expect(next("Ham")).toBeFocused();
  await answerDateLabels(page, [[]]);
  await step("Ham").getByRole("button", { name: "Scan again" }).click();
  await step("Ham").getByRole("button", { name: "Skip" }).click();
  await step("Cheese").getByRole("button", { name: "Type it" }).click();
  await expect(step("Cheese").getByLabel("Best before")).toBeFocused();
  await step("Cheese").getByLabel("Best before").fill(OTHER);
  await next("Cheese").click();

  const check = page.getByRole("dialog", { name: "Check the dates" });
  await expect(check.locator("[name=day]")).toHaveCount(2);
  await check.getByLabel("Yogurt").fill(`${YEAR}-03-27`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  const dates = async () =>
    (await larder.texts("/api/items", "name", "dateKind", "expiresOn")).filter((text) => !text.endsWith("none"));
  expect(await dates()).toEqual([]);
  await check.getByRole("button", { name: "Save 2 dates" }).click();
  await expect.poll(dates).toEqual([`Cheese best_before ${OTHER}`, `Yogurt use_by ${YEAR}-03-27`]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(dates).toEqual([]);
});
