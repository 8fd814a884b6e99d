import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { readFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import {
  addDevice,
  anotherPhone,
  confirmLarder,
  digitsOf,
  expireToken,
  linkDevice,
  type Phone,
  uidOf,
  waitUntilSignedIn,
} from "./support/household";
import { expect, expectAccessible, expectToast, type Larder, test, waitingChanges } from "./support/larder";

/** Tests a larder on several devices: joining, leaving, and each other's changes. */
const names = (larder: Larder) => larder.names("/api/items");

test("joins a larder by a QR code and two typed digits", { tag: "@main" }, async ({ page, larder, browser }) => {
  await larder.open("/?tab=items");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const { address, path } = await addDevice(page);
  expect(path).toBe(toSvgPath(generate(address)));

  const second = await anotherPhone(browser);
  const signUps: string[] = [];
  second.page.on("request", (request) => request.url().includes("accounts:signUp") && signUps.push(request.url()));
  await second.page.goto(address);
  const digits = await digitsOf(second.page);
  // While it waits, the new device asks who uses it.
  await second.page.getByRole("textbox", { name: "Who uses this device?" }).fill("Anna");
  await expect(second.page).toHaveURL(/\/link$/);
  await expect(page.getByRole("dialog", { name: "Linux, Chrome wants to join" })).toBeVisible();
  await page.keyboard.type(digits);
  await expect(second.page.getByRole("heading", { name: "Open this larder?" })).toBeFocused();
  await expect(second.page.getByText("Used by: Linux, Chrome.")).toBeVisible();
  // A phone may reload the page when its user switches apps.
  await second.page.reload();
  await confirmLarder(second.page);
  await expect(second.page.getByRole("heading", { name: "Butter" })).toBeVisible();
  expect(signUps).toEqual([]);
  expect(await uidOf(second.page)).toBe(await uidOf(page));
  await expectToast(page, "Linux, Chrome joined");
  await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveText([/Linux/, /Anna/]);
});

test("shows another device's tick, of all rows of a line", { tag: "@main" }, async ({ page, larder, browser }) => {
  await larder.open("/");
  await larder.addRows(...["carton", "bottle"].map((unit) => ({ name: "Milk", category: "Dairy & Eggs", unit })));
  const second = await anotherPhone(browser);
  await linkDevice({ page, larder }, second);
  await waitUntilSignedIn(second.page);
  for (const phone of [page, second.page]) await phone.goto("/shopping-list?view=list");
  await expect(page.getByRole("checkbox", { name: "Milk" })).toHaveCount(1);
  // Changes are noticed from the first poll on.
  await page.waitForResponse((response) => response.url().endsWith("/api/shopping-list") && response.status() === 304);
  await second.page.getByRole("checkbox", { name: "Milk" }).click();
  await expect(page.getByText("Linux checked off Milk")).toBeVisible();
  // It stays under the thumb for a while, as if it had been ticked here.
  await expect(page.getByRole("checkbox", { name: "Milk" })).toBeChecked();
  await expect.poll(() => larder.texts("/api/shopping-list", "isCompleted")).toEqual(["true", "true"]);
});

test("lets a device that was added to look and tick do no more, until another device allows it", async ({
  page,
  larder,
  browser,
}) => {
  await larder.open("/?tab=items");
  await larder.addItems([{ name: "Butter", left: 2 }]);
  await larder.addRows({ name: "Milk", category: "Dairy & Eggs" });
  const child = await anotherPhone(browser);
  await linkDevice({ page, larder }, child, "Look and tick");
  await waitUntilSignedIn(child.page);
  await child.page.goto("/together");
  const notice = child.page.getByRole("region", { name: "This device can only look and tick" });
  await expect(notice).toContainText("one of these devices: Linux, Chrome.");
  await expectAccessible(child.page);
  for (const name of ["Add a device", "Remove all others", "Create a recovery code"])
    await expect(child.page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await child.page.goto("/?tab=items");
  await expect(child.page.getByRole("heading", { name: "Butter" })).toBeVisible();
  await expect(child.page.getByRole("button", { name: "Used up: Butter" })).toHaveCount(0);
  await expect(child.page.getByRole("link", { name: "Add items" })).toHaveCount(0);

  await page.goto("/shopping-list?view=list");
  await child.page.goto("/shopping-list?view=list");
  await child.page.getByRole("checkbox", { name: "Milk" }).click();
  await expect(page.getByRole("checkbox", { name: "Milk" })).toBeChecked();
  await expect(child.page.getByRole("textbox", { name: "Item Name" })).toHaveCount(0);
  await expect(child.page.getByRole("button", { name: "Clear Completed" })).toHaveCount(0);
  await expectAccessible(child.page);
  const refused = child.larder.call("POST", "/api/shopping-list", { name: "Sweets" });
  await expect(refused).rejects.toThrow(/device_restricted/);
  await child.page.goto("/?tab=scan&add");
  await expect(notice).toBeVisible();
  await expect(child.page.getByRole("dialog")).toHaveCount(0);

  await page.goto("/together");
  const devices = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
  const row = devices.filter({ hasText: "Look and tick" });
  await row.getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("What it may do").selectOption("Everything");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(devices.filter({ hasText: "Look and tick" })).toHaveCount(0);
  await child.page.getByRole("tab", { name: "My Items" }).click();
  await expect(child.page.getByRole("button", { name: "Used up: Butter" })).toBeVisible();
  await child.page.getByRole("tab", { name: "Scan Receipt" }).click();
  await expect(child.page.getByLabel("Item name")).toBeVisible();
});

test("accepts the eight characters in lower case and without a dash", async ({ page, larder, browser }) => {
  await larder.open("/");
  const { code } = await addDevice(page);
  const second = await anotherPhone(browser);
  await second.page.goto("/");
  await second.page.getByRole("link", { name: "I already have a larder" }).click();
  await second.page.getByLabel("Eight-character code").fill("ABC");
  await second.page.keyboard.press("Enter");
  await expect(second.page.getByText("A code has eight letters and digits.")).toBeVisible();
  await second.page.getByLabel("Eight-character code").fill(` ${code.toLowerCase().replace("-", " ")}`);
  await second.page.keyboard.press("Enter");
  expect(await digitsOf(second.page)).toMatch(/^\d\d$/);
});

test("ends a link after three wrong digits", async ({ page, larder, browser }) => {
  await larder.open("/");
  const { address } = await addDevice(page);
  const second = await anotherPhone(browser);
  await second.page.goto(address);
  const digits = await digitsOf(second.page);
  const field = page.getByRole("textbox", { name: /Two digits/ });
  await expect(field).toBeFocused();
  const wrong = digits === "13" ? "31" : "13";
  for (const left of ["2 tries left", "1 try left"]) {
    await page.keyboard.type(wrong);
    await expect(page.getByRole("alert")).toContainText(left);
    await expect(field).toHaveValue("");
  }
  await page.keyboard.type(wrong);
  await expect(page.getByRole("dialog", { name: "Code expired" })).toBeVisible();
  await expect(second.page.getByRole("alert")).toContainText("This code doesn't work");
  expect(await uidOf(second.page)).toBeUndefined();
});

test("explains an unknown link, and creates an account only on request", async ({ page }) => {
  await page.goto(`/link#${"a".repeat(43)}`);
  await expect(page.getByRole("alert")).toContainText("This code doesn't work");
  await expectAccessible(page);
  expect(await uidOf(page)).toBeUndefined();
  await page.getByRole("link", { name: "Start a new larder" }).click();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible();
  await expect.poll(() => uidOf(page)).toBeTruthy();
});

test("does not copy more data than a larder can have", async ({ page, larder, browser }) => {
  await larder.open("/?tab=items");
  const second = await anotherPhone(browser);
  await second.larder.open("/?tab=items", [{ name: "Cheese", left: 9 }]);
  const before = await uidOf(second.page);
  const dry: unknown[] = [];
  await second.page.route("**/api/household/bring", (route) => {
    dry.push(route.request().postDataJSON().dryRun);
    return route.fulfill({ status: 409, json: { error: "too_many_items", message: "Too many." } });
  });
  await linkDevice({ page, larder }, second);
  await expect(second.page.getByRole("heading", { name: "Too much to combine" })).toBeVisible();
  await second.page.getByRole("button", { name: "Cancel" }).click();
  await expect(second.page.getByLabel("Eight-character code")).toBeVisible();
  expect([dry, await uidOf(second.page)]).toEqual([[true], before]);
  await expect
    .poll(async () => (await larder.call<{ devices: unknown[] }>("GET", "/api/household")).devices.length)
    .toBe(1);
});

test("sends waiting changes to their own larder before it copies the device's data", async ({
  page,
  larder,
  browser,
}) => {
  await larder.open("/?tab=items");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const second = await anotherPhone(browser);
  await second.larder.open("/?tab=scan");
  await second.larder.addItems([{ name: "Cheese", left: 9 }]);
  await second.page.route("**/api/items", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await second.page.getByLabel("Item name").fill("Eggs");
  await second.page.keyboard.press("Enter");
  await expect.poll(() => waitingChanges(second.page)).toBe(1);
  const old = await second.page.evaluate(
    () => (JSON.parse(localStorage.getItem("larder.session") ?? "{}") as { idToken: string }).idToken,
  );
  const sentBy: (string | undefined)[] = [];
  const { address } = await addDevice(page);
  await second.page.goto(address);
  const digits = await digitsOf(second.page);
  second.page.on(
    "requestfinished",
    (request) =>
      request.url().endsWith("/api/items") &&
      request.method() === "POST" &&
      sentBy.push(request.headers()["authorization"]),
  );
  await second.page.unroute("**/api/items");
  await page.getByRole("textbox", { name: /Two digits/ }).fill(digits);
  await expect(second.page.getByRole("heading", { name: "Copy your items too?" })).toBeFocused();
  await expect(second.page.getByText("This device already has 2 items.")).toBeVisible();
  // Attempts that the route above aborted are not finished.
  await expect.poll(() => sentBy).toEqual([`Bearer ${old}`]);
  await second.page.getByRole("button", { name: "Copy them" }).click();
  await waitUntilSignedIn(second.page);
  await expect.poll(() => names(larder)).toEqual(["Butter", "Cheese", "Eggs"]);
  expect(await names(second.larder)).toEqual(["Butter", "Cheese", "Eggs"]);
});

test(
  "keeps the data and unsent changes of a removed device until it starts a new larder",
  { tag: "@main" },
  async ({ page, larder, browser }) => {
    await larder.open("/?tab=items");
    await larder.addItems([{ name: "Butter", left: 9 }]);
    const second = await anotherPhone(browser);
    await linkDevice({ page, larder }, second);
    await waitUntilSignedIn(second.page);
    await expect(second.page.getByRole("heading", { name: "Butter" })).toBeVisible();
    await second.page.getByRole("tab", { name: "Scan Receipt" }).click();
    await expect(second.page.getByLabel("Item name")).toBeVisible();
    await second.page.context().setOffline(true);
    await second.page.getByLabel("Item name").fill("Eggs");
    await second.page.keyboard.press("Enter");
    await expect.poll(() => waitingChanges(second.page)).toBe(1);

    await page.getByRole("button", { name: "Remove Linux, Chrome" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByRole("switch", { name: "End its calendar link and shared lists too" })).toBeChecked();
    await question.getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Linux, Chrome was removed");
    await expireToken(second.page);
    await second.page.context().setOffline(false);
    await expect(second.page.getByRole("heading", { name: "This device was removed" })).toBeFocused();
    await expect(second.page.getByText("1 change hadn't synced.")).toBeVisible();
    const saving = second.page.waitForEvent("download");
    await second.page.getByRole("button", { name: "Save a copy" }).click();
    const saved = JSON.parse(await readFile(await (await saving).path(), "utf8")) as {
      items: { name: string }[];
      unsentChanges: { change: { item: { name: string } } }[];
    };
    expect([saved.items.map(({ name }) => name), saved.unsentChanges.map(({ change }) => change.item.name)]).toEqual([
      ["Butter"],
      ["Eggs"],
    ]);
    // It stays so until it is answered.
    await second.page.reload();
    await expect(second.page.getByRole("heading", { name: "This device was removed" })).toBeVisible();
    await second.page.getByRole("button", { name: "Start a new larder" }).click();
    await second.page.getByRole("alertdialog").getByRole("button", { name: "Start a new larder" }).click();
    await second.page.getByRole("button", { name: "1 change could not sync" }).click();
    await expect(second.page.getByText("Add Eggs")).toBeVisible();
    expect(await uidOf(second.page)).not.toBe(await uidOf(page));
    expect([await names(larder), await names(second.larder)]).toEqual([["Butter"], []]);
  },
);

test("shows a new recovery code until the user has saved it", async ({ page, larder }) => {
  await larder.open("/together");
  await page.getByRole("button", { name: "Create a recovery code" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Your recovery code" });
  const groups = dialog.getByRole("status", { name: "Recovery code" }).locator("span");
  await expect(groups).toHaveCount(5);
  const code = (await groups.allTextContents()).join("-");
  expect(code).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
  // Seen only once: neither Escape nor a tap beside it closes it.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(groups).toHaveCount(5);
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as file" }).click();
  expect(await readFile(await (await saving).path(), "utf8")).toContain(code);
  await dialog.getByRole("button", { name: "I saved it" }).click();
  await expect(page.getByText(/Created on/)).toBeVisible();
});

test("opens a larder by a recovery code once", async ({ page, larder, browser }) => {
  await larder.open("/");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const { code } = await larder.call<{ code: string }>("POST", "/api/household/recovery", {});
  const second = await anotherPhone(browser);
  await second.page.goto("/link?recover");
  await second.page.getByLabel("Recovery code").fill(code.toLowerCase().replaceAll("-", " "));
  await second.page.keyboard.press("Enter");
  const renewed = second.page.getByRole("alertdialog", { name: "Your new recovery code" });
  await expect(renewed.getByRole("heading", { name: "Your new recovery code" })).toBeFocused();
  await second.page.getByRole("button", { name: "I saved it" }).click();
  await expect(second.page.getByRole("heading", { name: "Butter" })).toBeVisible();

  const third = await anotherPhone(browser);
  await third.page.goto("/link?recover");
  await third.page.getByLabel("Recovery code").fill(code);
  await third.page.keyboard.press("Enter");
  await expect(third.page.getByRole("alert")).toContainText("already used or replaced");
  await expect(third.page.getByLabel("Recovery code")).toHaveValue(code);
  await page.goto("/together");
  await expect(page.getByRole("list", { name: "Devices" })).toContainText("Recovered on");
});

test("selects the character that no recovery code has", async ({ page }) => {
  await page.goto("/link?recover");
  const field = page.getByLabel("Recovery code");
  await field.fill("AAAAA-BBBBB-CCCCC-DDDDD-EEEEU");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("“U” isn't used");
  await expect(field).toBeFocused();
  expect(await field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([
    28, 29,
  ]);
});

test("keeps unsent changes of a signed-out device until its larder is open again", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const before = await uidOf(page);
  const { code } = await larder.call<{ code: string }>("POST", "/api/household/recovery", {});
  await page.reload();
  await expect(page.getByLabel("Item name")).toBeVisible();
  await page.route("**/identity/v1/token", (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: "INVALID_REFRESH_TOKEN" } } }),
  );
  await page.route("**/api/items", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await page.getByLabel("Item name").fill("Eggs");
  await page.keyboard.press("Enter");
  await expect.poll(() => waitingChanges(page)).toBe(1);
  await expireToken(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Signed out on this device" })).toBeFocused();
  await expect(page.getByText("1 change hadn't synced.")).toBeVisible();
  await expectAccessible(page);
  expect(await uidOf(page)).toBe(before);
  await page.unroute("**/api/items");
  await page.getByRole("link", { name: "I have a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I saved it" }).click();
  await page.unroute("**/identity/v1/token");
  await expect.poll(() => waitingChanges(page)).toBe(0);
  expect(await uidOf(page)).toBe(before);
  expect(await names(larder)).toEqual(["Butter", "Eggs"]);
});

test("offers a replaced account the recovery code first, which restores the larder", async ({ page, larder }) => {
  await larder.open("/?tab=items");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const before = await uidOf(page);
  const { code } = await larder.call<{ code: string }>("POST", "/api/household/recovery", {});
  // Until then: requests before the page is reloaded are refused as well.
  await page.route("**/identity/v1/token", (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: "USER_NOT_FOUND" } } }),
  );
  await expireToken(page);
  await page.reload();
  const said = page.getByRole("alertdialog", { name: "Could not open your larder" });
  await expect(said).toBeVisible();
  await page.unroute("**/identity/v1/token");
  await said.getByRole("button", { name: "I have a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I saved it" }).click();
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
  expect(await uidOf(page)).toBe(before);
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

for (const name of ["Clear All Data", "Sign Out & Reset"])
  test(`keeps the other devices' data when one chooses '${name}'`, async ({ page, larder, browser }) => {
    await larder.open("/?tab=items");
    await larder.addItems([{ name: "Butter", left: 9 }]);
    const other = await anotherPhone(browser);
    await linkDevice({ page, larder }, other);
    await waitUntilSignedIn(other.page);
    await other.page.getByRole("button", { name: "Account & Statistics" }).click();
    await other.page.getByRole("button", { name }).click();
    const question = other.page.getByRole("alertdialog", { name });
    await expect(question).toContainText("1 other device uses this larder and keeps everything.");
    await question.getByRole("button", { name }).click();
    // Between the end of the old account here and the beginning of the new one, the old one's token is refused.
    await expect.poll(() => names(other.larder).catch(() => undefined)).toEqual([]);
    expect(await names(larder)).toEqual(["Butter"]);
  });

test("leaves a larder with a copy of it", async ({ page, larder, browser }) => {
  await larder.open("/?tab=items");
  await larder.addItems([{ name: "Butter", left: 9 }]);
  const second = await anotherPhone(browser);
  await linkDevice({ page, larder }, second);
  await waitUntilSignedIn(second.page);
  await second.page.goto("/together");
  await second.page.getByRole("button", { name: "Leave this larder" }).click();
  await expect(second.page.getByText("1 other device keeps everything.")).toBeVisible();
  await second.page.getByRole("button", { name: "Leave with a copy" }).click();
  await expectToast(second.page, "This device left the larder");
  await expect(second.page.getByRole("heading", { name: "Butter" })).toBeVisible();
  expect(await uidOf(second.page)).not.toBe(await uidOf(page));
  await second.larder.addItems([{ name: "Cheese", left: 9 }]);
  expect([await names(larder), await names(second.larder)]).toEqual([["Butter"], ["Butter", "Cheese"]]);
  expect((await larder.call<{ devices: unknown[] }>("GET", "/api/household")).devices).toHaveLength(1);
});

const IPHONE = {
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
};

/** Opens a larder with butter in Safari, and returns the address by which an app that is installed there starts. */
async function openInSafari(browser: Browser): Promise<{ safari: Phone; startUrl: string }> {
  const safari = await anotherPhone(browser, { ...IPHONE, asTab: true });
  await safari.larder.open("/?tab=items");
  await safari.larder.addItems([{ name: "Butter", left: 9 }]);
  await safari.page.goto("/?tab=history");
  await expect(safari.page.getByRole("button", { name: "Show How" })).toBeVisible();
  const manifest = safari.page.locator("link[rel=manifest]");
  await expect(manifest).toHaveAttribute("href", /^blob:/);
  // As the browser itself reads it, under the site's policy.
  const { data, errors } = await (await safari.page.context().newCDPSession(safari.page)).send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { start_url, icons } = JSON.parse(data ?? "") as { start_url: string; icons: { src: string }[] };
  expect(start_url).toMatch(/^http:\/\/[^/]+\/#install=\w+$/);
  expect(icons.every(({ src }) => src.startsWith("http"))).toBe(true);
  return { safari, startUrl: start_url };
}

test("opens no larder by the address of an installed app in a browser", async ({ browser }) => {
  const { safari, startUrl } = await openInSafari(browser);
  const stranger = await anotherPhone(browser, { ...IPHONE, asTab: true });
  for (const address of [startUrl, startUrl.replace("/#", "/link#")]) {
    await stranger.page.goto(address);
    await expect(stranger.page).not.toHaveURL(/install/);
  }
  await stranger.page.goto("/");
  await expect(stranger.page.getByRole("heading", { name: "Your larder is empty" })).toBeVisible();
  expect(await uidOf(stranger.page)).not.toBe(await uidOf(safari.page));
});

test("opens the larder in an installed iOS app, as one device", async ({ browser }) => {
  const { safari, startUrl } = await openInSafari(browser);
  const app = await anotherPhone(browser, IPHONE);
  await app.page.goto(startUrl);
  await expect(app.page.getByText("Used by: iPhone, Safari.")).toBeVisible();
  expect(await uidOf(app.page)).toBeUndefined();
  await app.page.getByRole("button", { name: "Open the larder" }).click();
  await expect(app.page.getByRole("heading", { name: "Butter" })).toBeVisible();
  expect(await uidOf(app.page)).toBe(await uidOf(safari.page));
  await expect(app.page).toHaveURL(/\/$/);
  // Its next start has the same address, and a session.
  await app.page.goto(startUrl);
  await expect(app.page.getByRole("heading", { name: "Butter" })).toBeVisible();

  const { devices } = await safari.larder.call<{ devices: { joinedBy: string }[] }>("GET", "/api/household");
  expect(devices.map(({ joinedBy }) => joinedBy)).toEqual(["first", "install"]);
});

test("offers a new larder in an app that was installed with an invalid pass", async ({ browser }) => {
  const late = await anotherPhone(browser, IPHONE);
  await late.page.goto(`/#install=${"x".repeat(43)}`);
  await expect(late.page.getByRole("alert")).toContainText("This code doesn't work");
  await late.page.getByRole("link", { name: "Start a new larder" }).click();
  await expect(late.page.getByRole("heading", { name: "Your larder is empty" })).toBeVisible();
});

test.describe("the recovery code", () => {
  test.use({ offered: true });

  test("is offered once, at ten items", async ({ page, larder }) => {
    await larder.open(
      "/?tab=items",
      Array.from({ length: 9 }, (_, n) => ({ name: `Thing ${n}`, left: 9 })),
    );
    await expect(page.getByRole("heading", { name: "Thing 8" })).toBeVisible();
    const offer = page.getByRole("complementary", { name: "Keep your larder safe" });
    await larder.addItems([{ name: "The tenth", left: 9 }]);
    // One card per visit: the one about reminders had its turn.
    await page.evaluate(() => localStorage.setItem("larder.asked.reminders", String(Date.now())));
    await page.reload();
    await offer.getByRole("button", { name: "Create a code" }).click();
    await page.getByRole("button", { name: "I saved it" }).click();
    await expect(offer).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: "The tenth" })).toBeVisible();
    await expect(offer).toBeHidden();
  });
});
