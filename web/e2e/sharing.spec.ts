import { asInstalled, expect, seeToast, test, waitingChanges } from "./support/larder";

test(
  "shares a list, which another user reads and imports, until sharing stops",
  { tag: "@main" },
  async ({ page, kitchen, browser, baseURL }) => {
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
    await stranger.close();
  },
);

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

test(
  "importing a shared list again while the first import has not been sent adds its items once",
  { tag: "@main" },
  async ({ page, kitchen }) => {
    await page.route("**/api/shared-list/*", (route) => route.fulfill({ json: somebodys }));
    await page.route("**/import-shared", (route) => route.abort());
    await kitchen.open("/shared/abcdefghijklmnopqrstuv");
    await page.getByRole("button", { name: "Import to My List" }).click();
    await expect.poll(() => waitingChanges(page)).toBe(1);
    for (let again = 0; again < 2; again += 1) {
      await page.goto("/shared/abcdefghijklmnopqrstuv");
      await page.getByRole("button", { name: "Import to My List" }).click();
      await seeToast(page, "All of these are already on your list.");
    }
    await page.unroute("**/import-shared");
    await expect.poll(() => waitingChanges(page), { timeout: 60_000 }).toBe(0);
    expect(await kitchen.call("GET", "/api/shopping-list")).toHaveLength(2);
  },
);
