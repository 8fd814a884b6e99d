import { choose, expect, expectFocus, test, waitForMark } from "./support/larder";

test("keeps the focus on the page after the last item is deleted", async ({ page, larder }) => {
  await larder.open("/?tab=items", [{ name: "Butter", left: 9 }]);
  await waitForMark(page, "focus-rescue");
  await choose(page, "Butter", "Remove (added by mistake)");
  await expect(page.getByRole("heading", { name: "Butter" })).toBeHidden();
  await expectFocus(page, /^(?:My Items|Your larder is empty)/);
});

test(
  "does not show a failed load as an empty larder, and keeps the focus when it is loaded",
  { tag: "@main" },
  async ({ page, larder }) => {
    await page.route("**/api/items", (route) => route.abort());
    await larder.open("/?tab=items");
    const again = page.getByRole("button", { name: "Try Again" });
    await expect(page.getByRole("alert")).toContainText("Could not load this");
    await expect(page.getByText("Your larder is empty")).toHaveCount(0);
    await page.unroute("**/api/items");
    await waitForMark(page, "focus-rescue");
    await again.focus();
    await page.keyboard.press("Enter");
    await expect(again).toBeHidden();
    await expectFocus(page, /^(?:My Items|Your larder is empty)/);
  },
);
