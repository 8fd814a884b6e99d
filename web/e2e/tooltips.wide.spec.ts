import { expect, test } from "./support/larder";

test("shows a name after 700 ms, the next one at once within 300 ms, and hides it on Escape", async ({
  page,
  larder,
}) => {
  await page.clock.install();
  await larder.open("/?tab=items");
  await page.clock.runFor(3_000); // work after the page's load
  const tip = page.locator("[popover][aria-hidden=true]");
  await expect(tip).toBeAttached();
  await page.clock.pauseAt(Date.now() + 3_600_000);

  const settings = page.getByRole("link", { name: "Settings" });
  const account = page.getByRole("button", { name: "Account & Statistics" });
  await settings.hover();
  await page.clock.runFor(699);
  await expect(tip).toBeHidden();
  await page.clock.runFor(1);
  await expect(tip).toHaveText("Settings");
  await expect(tip).toBeVisible();

  await page.mouse.move(640, 700);
  await page.clock.runFor(150);
  await expect(tip).toBeHidden();
  await account.hover();
  await page.clock.runFor(1);
  await expect(tip).toHaveText("Account & Statistics");
  await expect(tip).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
  await page.mouse.move(640, 700);
  await page.clock.runFor(301);
  await settings.hover();
  await page.clock.runFor(699);
  await expect(tip).toBeHidden();
  await page.clock.runFor(1);
  await expect(tip).toBeVisible();
});

test("shows it at once for the keyboard's focus, inside the window", async ({ page, larder }) => {
  await larder.open("/?tab=items");
  const tip = page.locator("[popover][aria-hidden=true]");
  await expect(tip).toBeAttached();
  await page.getByRole("button", { name: "Account & Statistics" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Settings" })).toBeFocused();
  await expect(tip).toHaveText("Settings");
  const box = await tip.boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(1280);
  await page.getByRole("link", { name: "Settings" }).blur();
  await expect(tip).toBeHidden();
});
