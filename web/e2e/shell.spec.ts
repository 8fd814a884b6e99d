import { expect, test } from "./support/larder";

test("shows a message for a failed sign-in, and keeps working", { tag: "@main" }, async ({ page }) => {
  await page.route("**/identity/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/");
  await expect(page.getByText("Authentication Error")).toBeVisible();
  await expect(page.getByText("Failed to sign in. Please refresh the page.")).toBeVisible();
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await page.getByLabel("Item name").fill("Offline honey");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "My Items" }).click();
  await expect(page.getByRole("heading", { name: "Offline honey" })).toBeVisible();
  await page.unroute("**/identity/**");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Offline honey" })).toBeVisible();
});

test("recovers a first visit after the server was unreachable", async ({ page, larder }) => {
  await page.clock.install();
  for (const calls of ["**/identity/**", "**/api/**"]) await page.route(calls, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("Could not load this")).toBeVisible();
  await page.unrouteAll();
  // The first retry comes after 30 s (specification §9).
  await page.clock.fastForward(31_000);
  await expect(page.getByRole("heading", { name: "Your larder is empty" })).toBeVisible();
  await expect(page.getByText("Authentication Error")).toHaveCount(0);
  await larder.addItems([{ name: "Milk", left: 4 }]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { name: "Milk" })).toBeVisible();
});

test(
  "keeps the tab in the address, so that Back leads to the one before",
  { tag: "@main" },
  async ({ page, larder }) => {
    await larder.open("/?tab=scan");
    await expect(page.getByRole("tab")).toHaveCount(4);
    for (const name of ["My Items", "Scan History", "Archived"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
    }
    await expect(page).toHaveURL(/tab=archived/);
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Scan History" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Scan History" }).press("ArrowLeft");
    await expect(page.getByRole("tab", { name: "My Items" })).toBeFocused();
  },
);

test("shows the last view of the list again, and follows Back", { tag: "@main" }, async ({ page, larder }) => {
  await larder.open("/shopping-list");
  await expect(page.getByRole("heading", { name: "Browse Common Items" })).toBeVisible();
  await page.getByRole("button", { name: "My List", exact: true }).first().click();
  await expect(page.getByLabel("Item name")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Browse Common Items" })).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel("Item name")).toBeVisible();
  await page.getByRole("link", { name: "My Items", exact: true }).click();
  await expect(page.getByRole("heading", { name: "My Items", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Shopping List", exact: true }).click();
  await expect(page.getByLabel("Item name")).toBeVisible();
});

test("has the navigation bar on every page but a guest's", async ({ page, larder }) => {
  await larder.open("/settings");
  for (const path of ["/settings", "/legal", "/no/such/shelf"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Scan Receipt" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Shopping List", exact: true })).toBeVisible();
  }
  await page.goto("/shared/abcdefghijklmnopqrstuv");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("link", { name: "Scan Receipt" })).toHaveCount(0);
});

test("leads from an unknown address to the larder", async ({ page, larder }) => {
  await larder.open("/no/such/shelf");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Larder" }).click();
  await expect(page).toHaveURL("/");
});

test("opens the add sheet by the floating button, and goes back when it closes", async ({ page, larder }) => {
  await larder.open("/settings");
  const add = page.getByRole("link", { name: "Add items" });
  const sheet = page.getByRole("dialog", { name: "Add items" });
  await add.click();
  await expect(page.getByRole("heading", { name: "Scan Receipt" })).toBeVisible();
  await expect(sheet.getByRole("button", { name: /^Receipt/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/settings");
  await add.click();
  await sheet.getByRole("button", { name: /^Receipt/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel("Item name")).not.toBeFocused();
  await add.click();
  await sheet.getByRole("button", { name: /^By hand/ }).click();
  await expect(page.getByRole("dialog", { name: "Add Item Manually" }).getByLabel("Item name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/?tab=scan");
  await add.click();
  await sheet.getByRole("button", { name: /^Barcode/ }).click();
  await expect(page.getByRole("dialog", { name: "Scan a barcode" })).toBeVisible();
  // A reload shows the form and not the camera.
  await expect(page).toHaveURL("/?tab=scan&add=hand");
});
