import type { Browser } from "@playwright/test";
import { anotherPhone } from "./support/household";
import { expect, expectToast, test, waitingChanges } from "./support/larder";

test(
  "shares a list, which another user reads and imports, until sharing stops",
  { tag: "@main" },
  async ({ page, larder, browser }) => {
    await larder.openList(
      { name: "Charcoal", category: "Garden", quantity: 1, unit: "bag", notes: "the big one" },
      { name: "Apples", category: "Fruits", quantity: 2, unit: "lb" },
    );
    await page.getByRole("button", { name: "Share" }).click();
    const form = page.getByRole("dialog", { name: "Share shopping list" });
    await expect(form.getByLabel("List title")).toHaveValue("My Shopping List");
    await form.getByRole("button", { name: "Create link" }).click();
    await expect(form.getByRole("alert")).toContainText("Name Required");
    await expect(form.getByRole("alert")).toContainText("Please enter your name so others know who shared the list.");
    await form.getByLabel("Your name").fill("Ana");
    await form.getByLabel("Selected items").check();
    await form.getByRole("button", { name: "Create link" }).click();
    await expect(form.getByText("Please select at least one item to share.")).toBeVisible();
    await form.getByLabel(/Entire list/).check();
    await form.getByRole("button", { name: "Create link" }).click();

    const result = page.getByRole("dialog", { name: "Your list is shared" });
    for (const name of ["WhatsApp", "SMS", "Messenger"]) await expect(result.getByRole("link", { name })).toBeVisible();
    // Nobody reads of a token or a username before asking for other ways.
    await expect(result.getByText("Share token")).toBeHidden();
    await result.getByText("Other ways").click();
    await expect(result.getByText("Share token")).toBeVisible();
    for (const name of ["By Username", "Create Another", "Done"])
      await expect(result.getByRole("button", { name })).toBeVisible();
    const url = (await result.locator("code").first().textContent()) ?? "";
    expect(url).toMatch(/\/shared\/[0-9A-Za-z]{22}$/);

    const { page: other } = await anotherPhone(browser);
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

    await result.getByRole("button", { name: "Stop sharing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop sharing" }).click();
    await expect(page.getByText("Sharing stopped")).toBeVisible();
    await other.goto(new URL(url).pathname);
    await expect(other.getByRole("alert")).toContainText(
      "This shared shopping list is not available. It may have been deleted or the link may be invalid.",
    );
    await other.getByRole("alert").getByRole("link").click();
    await expect(other).toHaveURL(/\/shopping-list$/);
  },
);

/** A list that another user shares. */
async function sharedByAnother(browser: Browser) {
  const { larder } = await anotherPhone(browser);
  await larder.open("/shopping-list");
  await larder.addRows(
    { name: "Shampoo", category: "Health & Beauty", quantity: 2 },
    { name: "Apples", category: "Fruits", quantity: 2 },
  );
  const share = await larder.call("POST", "/api/shopping-list/share", { shareType: "full", ownerName: "Ana" });
  const { token } = share as { token: string };
  return { token, stop: () => larder.call("DELETE", `/api/shopping-list/share/${token}`) };
}

test("adds a shared list's items once when importing again before the first import is sent", async ({
  page,
  larder,
  browser,
}) => {
  const { token } = await sharedByAnother(browser);
  await page.route("**/import-shared", (route) => route.abort());
  await larder.open(`/shared/${token}`);
  await page.getByRole("button", { name: "Import to My List" }).click();
  await expect.poll(() => waitingChanges(page)).toBe(1);
  for (let again = 0; again < 2; again += 1) {
    await page.goto(`/shared/${token}`);
    await page.getByRole("button", { name: "Import to My List" }).click();
    await expectToast(page, "All of these are already on your list.");
  }
  await page.unroute("**/import-shared");
  await expect.poll(() => waitingChanges(page), { timeout: 60_000 }).toBe(0);
  expect(await larder.call("GET", "/api/shopping-list")).toHaveLength(2);
});

test("adds nothing by a late import once the list is no longer shared, and says so", async ({
  page,
  context,
  larder,
  browser,
}) => {
  const { token, stop } = await sharedByAnother(browser);
  await larder.open(`/shared/${token}`);
  await expect(page.getByRole("button", { name: "Import to My List" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Import to My List" }).click();
  await expect.poll(() => waitingChanges(page)).toBe(1);
  await stop();
  await context.setOffline(false);
  await expect(page.getByText("This list is no longer shared. Nothing was added.")).toBeVisible({ timeout: 60_000 });
  expect(await larder.call("GET", "/api/shopping-list")).toHaveLength(0);
});
