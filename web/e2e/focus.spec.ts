import { choose, expect, test } from "./support/larder";

type Page = import("@playwright/test").Page;

/** Expects the focus on an element, and not on the body, where a keyboard and a screen reader start at the top. */
async function hasFocus(page: Page, name: RegExp): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        return focused === null || focused === document.body
          ? "the body"
          : (focused.getAttribute("aria-label") ?? focused.textContent ?? "");
      }),
    )
    .toMatch(name);
}

/** Waits for the code that watches the focus, which is loaded after the first paint. */
async function isWatched(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("focus-rescue")),
  );
}

test("the focus stays on the page after the last item is deleted", async ({ page, kitchen }) => {
  await kitchen.open("/?tab=items");
  await kitchen.stock([{ name: "Butter", left: 9 }]);
  await page.reload();
  await isWatched(page);
  await choose(page, "Butter", "Delete (mistake)");
  await expect(page.getByRole("heading", { name: "Butter" })).toBeHidden();
  await hasFocus(page, /^(?:My Items|Your larder is empty)/);
});

test("the focus stays on the page after a list that could not be loaded is loaded", async ({ page, kitchen }) => {
  await page.route("**/api/items", (route) => route.abort());
  await kitchen.open("/?tab=items");
  const again = page.getByRole("button", { name: "Try Again" });
  await expect(again).toBeVisible();
  await page.unroute("**/api/items");
  await isWatched(page);
  await again.focus();
  await page.keyboard.press("Enter");
  await expect(again).toBeHidden();
  await hasFocus(page, /^(?:My Items|Your larder is empty)/);
});

test("the focus stays in the camera after Capture and Retake, and on the page after Use Photo", async ({
  page,
  kitchen,
}) => {
  await page.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    setInterval(() => canvas.getContext("2d")?.fillRect(Math.random() * 600, 0, 9, 480), 100);
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => canvas.captureStream(10) } });
  });
  await page.route("**/api/extract", (route) =>
    route.fulfill({ status: 500, json: { error: "internal", message: "Something went wrong on the server." } }),
  );
  await kitchen.open("/?tab=scan");
  await isWatched(page);
  await page.getByRole("button", { name: "Take Photo" }).click();
  const press = async (name: string) => {
    const button = page.getByRole("button", { name });
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await press("Capture");
  await hasFocus(page, /^(?:Use Photo|Take Photo)$/);
  await press("Retake");
  await hasFocus(page, /^(?:Capture|Take Photo)$/);
  await press("Capture");
  await press("Use Photo");
  await expect(page.getByRole("dialog")).toBeHidden();
  await hasFocus(page, /^(?!the body)./);
  await expect(page.getByText("Auto-processing Failed")).toBeVisible({ timeout: 30_000 });
  await hasFocus(page, /^(?!the body)./);
});
