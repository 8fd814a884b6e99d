import { randomInt } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { asInstalled, expect, larderOf, withLastingToasts, withoutQuestions, type Larder } from "./larder";

/** A device: a new browser context. */
export interface Phone {
  readonly page: Page;
  readonly larder: Larder;
}

/** Returns a random IP address for a phone, because joining has a rate limit per address. */
function randomAddress(): string {
  return `10.${[0, 0, 0].map(() => randomInt(1, 255)).join(".")}`;
}

export async function anotherPhone(
  browser: Browser,
  options: BrowserContextOptions & { asTab?: boolean } = {},
): Promise<Phone> {
  const { asTab = false, ...rest } = options;
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": randomAddress() }, ...rest });
  if (!asTab) await context.addInitScript(asInstalled);
  await context.addInitScript(withoutQuestions);
  await context.addInitScript(withLastingToasts);
  const page = await context.newPage();
  return { page, larder: larderOf(page) };
}

/** Opens "Add a device" and returns the address in the QR code and the eight characters. */
export async function addDevice(
  page: Page,
  role = "Everything",
): Promise<{ address: string; code: string; path: string }> {
  await page.goto("/together");
  const next = () =>
    page.waitForResponse(
      (response) => response.url().endsWith("/api/household/links") && response.request().method() === "POST",
    );
  let opened = next();
  await page.getByRole("button", { name: "Add a device" }).click();
  if (role !== "Everything") {
    await opened;
    opened = next();
    await page.getByRole("button", { name: role }).click();
  }
  const { secret } = (await (await opened).json()) as { secret: string };
  const dialog = page.getByRole("dialog", { name: "Add a device" });
  const path = await dialog.getByRole("img").locator("path").getAttribute("d");
  const text = await dialog.getByRole("paragraph").filter({ hasText: "Code to type" }).textContent();
  return {
    address: `${new URL(page.url()).origin}/link#${secret}`,
    code: (text ?? "").split(": ")[1] ?? "",
    path: path ?? "",
  };
}

/** Returns the two digits that a new device shows. */
export async function digitsOf(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Type these digits on the other device" })).toBeVisible();
  const said = await page.getByText(/^The digits are/).textContent();
  return (said ?? "").replace(/\D/g, "");
}

/** Links a new device by the address of the QR code and the two digits. */
export async function linkDevice(from: Phone, to: Phone, role?: string): Promise<void> {
  const { address } = await addDevice(from.page, role);
  await to.page.goto(address);
  const digits = await digitsOf(to.page);
  await expect(from.page.getByRole("textbox", { name: /Two digits/ })).toBeFocused();
  await from.page.keyboard.type(digits);
  await confirmLarder(to.page);
}

/** Confirms whose larder it is, unless the page asks about the device's own data first. */
export async function confirmLarder(page: Page): Promise<void> {
  const open = page.getByRole("button", { name: "Open the larder" });
  await expect(open.or(page.getByRole("button", { name: "Leave them" }))).toBeVisible();
  if (await open.isVisible()) await open.click();
}

export async function waitUntilSignedIn(page: Page): Promise<void> {
  await expect(page.getByText("Device added", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
}

export const uidOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("larder.session") ?? "{}") as { uid?: string }).uid);
/** Expires the token, so that the next request refreshes it. */
export const expireToken = (page: Page) =>
  page.evaluate(() =>
    localStorage.setItem(
      "larder.session",
      JSON.stringify({ ...(JSON.parse(localStorage.getItem("larder.session") ?? "{}") as object), expiresAt: 0 }),
    ),
  );
