import { expect, test } from "./support/larder";

test(
  "explains household, sharing and importing on one page, and opens each dialog",
  { tag: "@main" },
  async ({ page, larder }) => {
    await larder.open("/settings");
    await page.getByRole("link", { name: "Together" }).click();
    await expect(page).toHaveURL("/together");
    await expect(page.getByRole("heading", { name: "Together", level: 1 })).toBeVisible();
    for (const name of ["Household", "Share", "Import"])
      await expect(page.getByRole("region", { name, exact: true }).locator("p").first()).not.toBeEmpty();

    await page.getByRole("button", { name: "Add a Device" }).click();
    await expect(page.getByRole("dialog", { name: "Add a Device" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Open a Shared List" }).click();
    await expect(page.getByRole("dialog", { name: "Import Shared List" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Import a File…" }).click();
    await expect(page.getByRole("dialog", { name: "Import", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");

    // Only a list with something to buy can be shared.
    const share = page.getByRole("region", { name: "Share", exact: true });
    await expect(share).toContainText("Your list is empty at the moment.");
    await larder.addRows({ name: "Milk", category: "Dairy & Eggs", quantity: 1, unit: "l" });
    await page.reload();
    await share.getByRole("button", { name: "Share Your List" }).click();
    await expect(page.getByRole("dialog", { name: "Share Shopping List" })).toBeVisible();
  },
);
