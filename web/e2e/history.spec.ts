import { expect, test } from "./support/larder";

type Page = import("@playwright/test").Page;

test("loads archived and deleted items on their tab only", async ({ page, larder }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await larder.open("/?tab=items");
  const [ham, milk] = await larder.addItems([
    { name: "Ham", left: 3, category: "Meat" },
    { name: "Milk", left: 3 },
  ]);
  await larder.call("PATCH", `/api/items/${ham}/archive`);
  await larder.call("PATCH", `/api/items/${milk}/delete`);
  expect(asked).not.toContain("/api/items/archived");
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page.getByRole("heading", { name: "Archived & Deleted Items" })).toBeVisible();
  const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(row("Ham")).toContainText("Archived");
  await expect(row("Ham")).toContainText("Meat · 1 item");
  await expect(row("Milk")).toContainText("Deleted");
});

test.describe("with archived items", () => {
  const rows = (page: Page) => page.getByRole("list", { name: "Archived and deleted items" }).getByRole("listitem");
  test.beforeEach(async ({ page, larder }) => {
    await larder.open("/");
    const ids = await larder.addItems([
      { name: "Ham", left: 3 },
      { name: "Crème fraîche", left: 5 },
      { name: "Eggs", left: 9 },
    ]);
    for (const id of ids) await larder.call("PATCH", `/api/items/${id}/archive`);
    await page.goto("/?tab=archived");
    await expect(rows(page)).toHaveCount(3);
  });

  test("restores one, with undo", async ({ page }) => {
    await page.getByRole("button", { name: "Restore Ham" }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rows(page).filter({ hasText: "Ham" })).toContainText("Archived");
  });

  test("shows the day of the change", async ({ page }) => {
    const today = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short" }).format(new Date());
    await expect(rows(page).first()).toContainText(today);
  });

  test("finds a name without its accents", async ({ page }) => {
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.keyboard.type("creme");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText("1 match")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rows(page)).toHaveCount(3);
  });

  test("changes several at once, with one undo", { tag: "@main" }, async ({ page, larder }) => {
    const outcomes = () => larder.texts("/api/items/archived", "name", "outcome");
    await page.getByRole("button", { name: "Select several" }).click();
    await page.getByRole("checkbox", { name: "Ham" }).check();
    await page.getByRole("checkbox", { name: "Eggs" }).check();
    await page.getByRole("button", { name: "Used up" }).click();
    await expect.poll(outcomes).toEqual(["Crème fraîche none", "Eggs used", "Ham used"]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(outcomes).toEqual(["Crème fraîche none", "Eggs none", "Ham none"]);
    await page.getByRole("button", { name: "Select several" }).click();
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect.poll(async () => (await larder.names("/api/items")).length).toBe(3);
  });
});
