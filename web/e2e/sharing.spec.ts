import { asInstalled, expect, seeToast, test, waitingChanges } from "./support/larder";
import { recordSeen, SEEN, reportsArrived } from "./support/seen";

test("shares a list, which another user reads and imports, until sharing stops", async ({
  page,
  kitchen,
  browser,
  baseURL,
}, testInfo) => {
  await kitchen.open("/shopping-list?view=list");
  await kitchen.call("POST", "/api/shopping-list", {
    name: "Charcoal",
    category: "Garden",
    quantity: 1,
    unit: "bag",
    notes: "the big one",
  });
  await kitchen.call("POST", "/api/shopping-list", {
    name: "Apples",
    category: "Fruits",
    quantity: 2,
    unit: "lb",
    notes: "",
  });
  await page.reload();
  await page.getByRole("button", { name: "Share" }).click();
  const form = page.getByRole("dialog", { name: "Share Shopping List" });
  await expect(form.getByLabel("List Title")).toHaveValue("My Shopping List");
  await form.getByRole("button", { name: "Create Link" }).click();
  await expect(form.getByRole("alert")).toContainText("Name Required");
  await expect(form.getByRole("alert")).toContainText("Please enter your name so others know who shared the list.");
  await form.getByLabel("Your Name").fill("Ana");
  await form.getByLabel("Selected items").check();
  await form.getByRole("button", { name: "Create Link" }).click();
  await expect(form.getByText("Please select at least one item to share.")).toBeVisible();
  await form.getByLabel(/Entire list/).check();
  await form.getByRole("button", { name: "Create Link" }).click();

  const result = page.getByRole("dialog", { name: "Your List Is Shared" });
  for (const name of ["WhatsApp", "SMS", "Messenger"]) await expect(result.getByRole("link", { name })).toBeVisible();
  for (const name of ["By Username", "Create Another", "Done"])
    await expect(result.getByRole("button", { name })).toBeVisible();
  const url = (await result.locator("code").first().textContent()) ?? "";
  expect(url).toMatch(/\/shared\/[0-9A-Za-z]{22}$/);

  const stranger = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    locale: "en-US",
    serviceWorkers: "block",
  });
  const seen = await recordSeen(stranger);
  await stranger.addInitScript(asInstalled);
  const other = await stranger.newPage();
  const sent: (string | undefined)[] = [];
  other.on("request", (request) => {
    if (request.url().includes("/api/shared-list/")) sent.push(request.headers()["authorization"]);
  });
  await other.goto(new URL(url).pathname);
  await expect(other.getByRole("heading", { name: "My Shopping List" })).toBeVisible();
  await expect(other.getByText("Shared List", { exact: true })).toBeVisible();
  await expect(other.getByText("2 items")).toBeVisible();
  await expect(other.getByText(/Shared by Ana/)).toBeVisible();
  await expect(other.getByRole("heading", { level: 2 })).toHaveText(["Fruits", "Garden"]);
  expect(sent).toEqual([undefined]);
  await other.getByRole("button", { name: "Import to My List" }).click();
  await expect(other.getByText("Items Imported Successfully")).toBeVisible();
  await expect(other.getByText("Added 2 items to your shopping list.")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Your List (2 items)" })).toBeVisible();

  await result.getByRole("button", { name: "Stop Sharing" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop Sharing" }).click();
  await expect(page.getByText("Sharing stopped")).toBeVisible();
  await other.goto(new URL(url).pathname);
  await expect(other.getByRole("alert")).toContainText(
    "This shared shopping list is not available. It may have been deleted or the link may be invalid.",
  );
  await other.getByRole("alert").getByRole("link").click();
  await expect(other).toHaveURL(/\/shopping-list$/);
  await reportsArrived(stranger);
  await testInfo.attach(SEEN, { body: JSON.stringify([...seen]), contentType: "application/json" });
  await stranger.close();
});

test("a clipboard that refuses: 'Copy Failed'; a server that refuses: 'Failed to Create Share'", async ({
  page,
  kitchen,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } }),
  );
  await kitchen.open("/shopping-list?view=list");
  await kitchen.call("POST", "/api/shopping-list", {
    name: "Apples",
    category: "Fruits",
    quantity: 2,
    unit: "lb",
    notes: "",
  });
  await page.reload();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Your Name").fill("Ana");
  await page.route(
    "**/api/shopping-list/share",
    (route) => route.fulfill({ status: 503, json: { error: "unavailable", message: "Not now." } }),
    { times: 1 },
  );
  await page.getByRole("button", { name: "Create Link" }).click();
  await expect(page.getByText("Failed to Create Share")).toBeVisible();
  await page.getByRole("button", { name: "Create Link" }).click();
  await page.getByRole("button", { name: "By Username" }).click();
  await expect(page.getByText("Copy Failed")).toBeVisible();
});

test("an empty shared list: 'No Items in This List', nothing to import", async ({ page }) => {
  await page.route("**/api/shared-list/*", (route) =>
    route.fulfill({
      json: {
        list: { title: "Later", description: null, ownerName: "Ana", createdAt: "2026-11-20T10:00:00.000Z" },
        items: [],
      },
    }),
  );
  await page.goto("/shared/abcdefghijklmnopqrstuv");
  await expect(page.getByText("No Items in This List")).toBeVisible();
  await expect(page.getByText("This shared list doesn't contain any items yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import to My List" })).toHaveCount(0);
});

const somebodys = {
  list: { title: "For Saturday", description: "The barbecue", ownerName: "Ana", createdAt: "2026-11-20T10:00:00.000Z" },
  items: [
    {
      id: "0199aa11-0000-7000-8000-000000000001",
      name: "Shampoo",
      category: "Health & Beauty",
      quantity: 1,
      unit: "bottle",
      notes: null,
    },
    {
      id: "0199aa11-0000-7000-8000-000000000002",
      name: "Apples",
      category: "Fruits",
      quantity: 2,
      unit: "lb",
      notes: "red ones",
    },
  ],
};

test("a skeleton while the list is on its way; then who shared it, when, and what for", async ({ page }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/shared-list/*", async (route) => {
    await wait;
    await route.fulfill({ json: somebodys });
  });
  await page.goto("/shared/abcdefghijklmnopqrstuv");
  await expect(page.getByRole("status").filter({ hasText: "Loading shared list..." })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  answer();
  await expect(page.getByRole("heading", { name: "For Saturday" })).toBeVisible();
  await expect(page.getByText("Loading shared list...")).toHaveCount(0);
  await expect(page.getByText("The barbecue")).toBeVisible();
  await expect(page.getByText("Shared by Ana · Nov 20, 2026")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Fruits", "Health & Beauty"]);
  await expect(page.getByRole("listitem").filter({ hasText: "Apples" })).toHaveText(/Apples2 lbred ones/);
  await page.getByRole("link", { name: "Back to Shopping List" }).click();
  await expect(page).toHaveURL(/\/shopping-list$/);
});

test("a list that fails to load is retried once, then shown as not available", async ({ page }) => {
  let asked = 0;
  await page.route("**/api/shared-list/*", (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: { error: "internal", message: "Something went wrong on the server." } });
  });
  await page.goto("/shared/abcdefghijklmnopqrstuv");
  await expect(page.getByRole("alert")).toContainText(
    "This shared shopping list is not available. It may have been deleted or the link may be invalid.",
  );
  expect(asked).toBe(2);
});

test("missing data counts as not available", async ({ page }) => {
  await page.route("**/api/shared-list/*", (route) => route.fulfill({ json: { list: null } }));
  await page.goto("/shared/abcdefghijklmnopqrstuv");
  await expect(page.getByRole("alert")).toContainText("This shared shopping list is not available.");
});

test("'Importing...' while it is imported; a refusal: 'Failed to Import Items'", async ({ page, kitchen }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/shared-list/*", (route) => route.fulfill({ json: somebodys }));
  await page.route("**/api/shopping-list/import-shared", async (route) => {
    await wait;
    await route.fulfill({
      status: 422,
      json: { error: "validation_failed", message: "That is not possible just now." },
    });
  });
  await kitchen.open("/shared/abcdefghijklmnopqrstuv");
  await page.getByRole("button", { name: "Import to My List" }).click();
  const button = page.getByRole("button", { name: "Importing..." });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  answer();
  await seeToast(page, "Failed to Import Items");
  await expect(page.getByText("That is not possible just now.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import to My List" })).toBeVisible();
});

test("only what is not completed can be chosen; the link is copied; Create Another goes back, Done closes", async ({
  page,
  context,
  kitchen,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await kitchen.open("/shopping-list?view=list");
  for (const name of ["Apples", "Pears"])
    await kitchen.call("POST", "/api/shopping-list", { name, category: "Fruits", quantity: 2, unit: "lb", notes: "" });
  const tea = await kitchen.call<{ id: string }>("POST", "/api/shopping-list", {
    name: "Tea",
    category: "Beverages",
    quantity: 1,
    unit: "box",
    notes: "",
  });
  await kitchen.call("PATCH", `/api/shopping-list/${tea.id}/toggle`);
  await page.reload();
  await page.getByRole("button", { name: "Share" }).click();
  const form = page.getByRole("dialog", { name: "Share Shopping List" });
  await form.getByLabel("Your Name").fill("Ana");
  await form.getByLabel("List Title").fill("For Saturday");
  await form.getByLabel(/Description/).fill("The barbecue");
  await form.getByLabel("Selected items").check();
  await expect(form.getByRole("checkbox")).toHaveCount(2);
  await form.getByRole("checkbox", { name: /Pears/ }).check();
  await form.getByRole("button", { name: "Create Link" }).click();
  const result = page.getByRole("dialog", { name: "Your List Is Shared" });
  const url = (await result.locator("code").first().textContent()) ?? "";
  await expect(result.locator("code").last()).toHaveText(url.split("/").at(-1) ?? "no token");
  await result.getByRole("button", { name: "By Username" }).click();
  await expect(page.getByText("Link Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  const [, token] = url.split("/shared/");
  expect(await kitchen.call("GET", `/api/shared-list/${token}`)).toMatchObject({
    list: { title: "For Saturday", description: "The barbecue", ownerName: "Ana" },
    items: [{ name: "Pears" }],
  });
  await result.getByRole("button", { name: "Create Another" }).click();
  await expect(form.getByLabel("Your Name")).toHaveValue("Ana");
  await form.getByRole("button", { name: "Create Link" }).click();
  await result.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("dialog[open]")).toHaveCount(0);
});

test("a list that ends while it is open can no longer be imported", async ({ page, kitchen }) => {
  let isShared = true;
  await page.route("**/api/shared-list/*", (route) =>
    isShared
      ? route.fulfill({ json: somebodys })
      : route.fulfill({ status: 404, json: { error: "not_found", message: "It does not exist." } }),
  );
  await kitchen.open("/shared/abcdefghijklmnopqrstuv");
  const button = page.getByRole("button", { name: "Import to My List" });
  await expect(button).toBeVisible();
  isShared = false;
  await button.click();
  await expect(page.getByRole("alert")).toContainText("This shared shopping list is not available.");
  expect(await kitchen.call("GET", "/api/shopping-list")).toEqual([]);
});

test("importing a shared list twice adds its items once", async ({ page, kitchen }) => {
  await page.route("**/api/shared-list/*", (route) => route.fulfill({ json: somebodys }));
  for (const says of ["Items Imported Successfully", "All of these are already on your list."]) {
    await kitchen.open("/shared/abcdefghijklmnopqrstuv");
    await page.getByRole("button", { name: "Import to My List" }).click();
    await seeToast(page, says);
  }
  expect(await kitchen.call("GET", "/api/shopping-list")).toHaveLength(2);
});

test("importing a shared list again while the first import has not been sent adds its items once", async ({
  page,
  kitchen,
}) => {
  await page.route("**/api/shared-list/*", (route) => route.fulfill({ json: somebodys }));
  await page.route("**/import-shared", (route) => route.abort());
  await kitchen.open("/shared/abcdefghijklmnopqrstuv");
  await page.getByRole("button", { name: "Import to My List" }).click();
  await expect.poll(() => waitingChanges(page)).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "Import to My List" }).click();
  await seeToast(page, "All of these are already on your list.");
  await page.unroute("**/import-shared");
  await expect.poll(() => waitingChanges(page), { timeout: 60_000 }).toBe(0);
  expect(await kitchen.call("GET", "/api/shopping-list")).toHaveLength(2);
});
