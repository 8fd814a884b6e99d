import { liveRegions } from "./support/accessibility-tree";
import { choose, closeToast, createGate, expect, test, toasts } from "./support/larder";

type Page = import("@playwright/test").Page;

/**
 * Tests announcements to screen readers by the browser's accessibility tree: a text is announced if it is inserted into
 * a live region that was in the tree before.
 */
async function announces(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  await expect(toasts(page)).toBeAttached();
  // A region that has just come is noticed once the tree rests.
  let tree: string | undefined;
  await expect
    .poll(async () => {
      const earlier = tree;
      tree = JSON.stringify(await liveRegions(page));
      return tree === earlier;
    })
    .toBe(true);
  const before = new Map((await liveRegions(page)).map(({ id, text: was }) => [id, was]));
  await act();
  const matches = (said: string) => (typeof text === "string" ? said.includes(text) : text.test(said));
  await expect
    .poll(async () => (await liveRegions(page)).filter(({ id, text: is }) => before.get(id) !== is && matches(is)))
    .toHaveLength(1);
  const [said] = (await liveRegions(page)).filter(({ text: is }) => matches(is));
  expect(before.has(said?.id ?? 0), `the region of “${said?.text}” was there before`).toBe(true);
}

test("toasts are announced before, above and after a dialog", async ({ page, larder }) => {
  await larder.open("/?tab=items", [
    { name: "Butter", left: 9 },
    { name: "Ham", left: 2, category: "Meat" },
    { name: "Milk", left: 4 },
  ]);
  await expect(page.getByRole("heading", { name: "Milk" })).toBeVisible();
  await announces(page, "Butter", () => page.getByRole("button", { name: "Used up: Butter" }).click());
  await closeToast(page);
  const { opened, open } = createGate();
  await page.route("**/api/items/*/archive", async (route) => {
    await opened;
    await route.fulfill({ status: 404, json: { error: "not_found", message: "Not found." } });
  });
  await choose(page, "Ham", "Archive");
  await closeToast(page);
  await choose(page, "Milk", "Edit");
  await expect(page.getByRole("dialog")).toBeVisible();
  await announces(page, "Failed to Archive", () => Promise.resolve(open()));
  await page.keyboard.press("F8");
  await expect(toasts(page)).toBeFocused();
  await closeToast(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.unroute("**/api/items/*/archive");
  await announces(page, "Milk", () => page.getByRole("button", { name: "Used up: Milk" }).click());
});

test("announces a tick with what is left, an untick, and the removal of completed rows", async ({ page, larder }) => {
  await larder.openList({ name: "Milk" }, { name: "Oats" });
  const milk = page.getByRole("checkbox", { name: "Milk" });
  await expect(milk).toBeVisible();
  await announces(page, "Milk checked off, 1 left", () => milk.click());
  await announces(page, "Milk is on the list again", () => milk.click());
  await announces(page, "Milk checked off, 1 left", () => milk.click());
  await announces(page, "Completed Items Cleared", () => page.getByRole("button", { name: "Clear Completed" }).click());
});

test(
  "announces the status line from its first words, and a stepped number",
  { tag: "@main" },
  async ({ page, context, larder }) => {
    await larder.open("/?tab=scan");
    const more = page.getByRole("button", { name: "More: Quantity" });
    await expect(more).toBeVisible();
    await announces(page, /^2$/, () => more.click());
    await larder.open("/shopping-list");
    await expect(page.getByRole("heading", { name: "Browse Common Items" })).toBeVisible();
    await announces(page, "You're offline. Changes sync later.", () => context.setOffline(true));
  },
);
