import { expect, test } from "./support/larder";

test("'Signing you in...' shows while the account is made", async ({ page }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/identity/v1/accounts:signUp**", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByText("Signing you in...")).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible();
});

test("a failed sign-in shows a message, and the app still works", async ({ page }) => {
  await page.route("**/identity/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/");
  await expect(page.getByText("Authentication Error")).toBeVisible();
  await expect(page.getByText("Failed to sign in. Please refresh the page.")).toBeVisible();
  await page.getByRole("tab", { name: "Scan Receipt" }).click();
  await page.getByLabel("Item Name").fill("Offline honey");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "My Items" }).click();
  await expect(page.getByRole("heading", { name: "Offline honey" })).toBeVisible();
  await page.unroute("**/identity/**");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Offline honey" })).toBeVisible();
});

test("tabs are in the address, and back works", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=scan");
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
});

test("the floating button leads to the scan tab and asks how; closing it is a step back", async ({ page, kitchen }) => {
  await kitchen.open("/settings");
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
  await expect(page.getByLabel("Item Name")).not.toBeFocused();
  await add.click();
  await sheet.getByRole("button", { name: /^By hand/ }).click();
  await expect(page.getByLabel("Item Name")).toBeFocused();
  await add.click();
  await sheet.getByRole("button", { name: /^Barcode/ }).click();
  await expect(page.getByRole("dialog", { name: "Scan a Barcode" })).toBeVisible();
  await expect(page).toHaveURL("/?tab=scan");
});

test("any other path: 'Page Not Found'", async ({ page }) => {
  await page.goto("/no/such/shelf");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Larder" }).click();
  await expect(page).toHaveURL("/");
});

test("the language follows the browser", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "de-DE", ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/?tab=items");
  await expect(page.getByRole("heading", { name: "Meine Vorräte" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.close();
});

test("a damaged cache causes a download only", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([{ name: "Butter", left: 9 }]);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("larder");
        request.onsuccess = () => {
          const transaction = request.result.transaction("values", "readwrite");
          transaction.objectStore("values").put(
            {
              version: 1,
              uid: JSON.parse(localStorage.getItem("larder.session") ?? "{}").uid,
              savedAt: Date.now(),
              state: { queries: [{ broken: true }] },
            },
            "query-cache",
          );
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error);
        };
      }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Butter" })).toBeVisible();
});
