import { liveRegions } from "./support/accessibility-tree";
import { choose, closeToast, createGate, expect, test, toasts } from "./support/larder";

type Page = import("@playwright/test").Page;

/**
 * Expects that an action announces a text to screen readers: that it inserts it into a live region that was in the
 * browser's accessibility tree before.
 */
async function expectAnnouncement(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  await expect(toasts(page)).toBeAttached();
  // Waits until two trees are equal: a new region counts only then.
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

test("announces toasts before, above and after a dialog", async ({ page, larder }) => {
  await larder.open("/?tab=items", [
    { name: "Butter", left: 9 },
    { name: "Ham", left: 2, category: "Meat" },
    { name: "Milk", left: 4 },
  ]);
  await expect(page.getByRole("heading", { name: "Milk" })).toBeVisible();
  await expectAnnouncement(page, "Butter", () => page.getByRole("button", { name: "Used up: Butter" }).click());
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
  await expectAnnouncement(page, "Failed to Archive", () => Promise.resolve(open()));
  await page.keyboard.press("F8");
  await expect(toasts(page)).toBeFocused();
  await closeToast(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.unroute("**/api/items/*/archive");
  await expectAnnouncement(page, "Milk", () => page.getByRole("button", { name: "Used up: Milk" }).click());
});

test("announces ticks and removals of rows", async ({ page, larder }) => {
  await larder.openList({ name: "Milk" }, { name: "Oats" });
  const milk = page.getByRole("checkbox", { name: "Milk" });
  await expect(milk).toBeVisible();
  await expectAnnouncement(page, "Milk checked off, 1 left", () => milk.click());
  await expectAnnouncement(page, "Milk is on the list again", () => milk.click());
  await expectAnnouncement(page, "Milk checked off, 1 left", () => milk.click());
  await expectAnnouncement(page, "Completed Items Cleared", () =>
    page.getByRole("button", { name: "Clear Completed" }).click(),
  );
});

test("announces a stepped number", async ({ page, larder }) => {
  await larder.open("/?tab=scan");
  const more = page.getByRole("button", { name: "More: Quantity" });
  await expect(more).toBeVisible();
  await expectAnnouncement(page, /^2$/, () => more.click());
});

test("announces the status line from its first words", { tag: "@main" }, async ({ page, context, larder }) => {
  await larder.open("/shopping-list");
  await expect(page.getByRole("heading", { name: "Browse Common Items" })).toBeVisible();
  await expectAnnouncement(page, "You're offline. Changes sync later.", () => context.setOffline(true));
});
