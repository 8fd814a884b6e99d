import { BROWSER_ARGS, browserPath } from "./support/browser";
import { files } from "./support/files";
import { showScene, ROOM } from "./support/film";
import { blockCamera, expect, expectFocus, test, waitForMark } from "./support/larder";
import { READING } from "./support/receipt-scene";

type Page = import("@playwright/test").Page;

/** The browser's own fake camera, which shows a receipt. */
const FAKE_CAMERA = [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${files.film}`,
];
test.use({ launchOptions: { executablePath: browserPath, args: [...BROWSER_ARGS, ...FAKE_CAMERA] } });

test("explains a camera failure, and returns the focus to the button", { tag: "@main" }, async ({ page, larder }) => {
  await blockCamera(page);
  await larder.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  const camera = page.getByRole("dialog", { name: "Take Photo" });
  await expect(camera.getByRole("alert")).toContainText("Camera permission denied.");
  await camera.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Take Photo" })).toBeFocused();
});

test("reads the camera's photo that is used", async ({ page, context, larder }) => {
  test.setTimeout(240_000);
  await context.grantPermissions(["camera"]);
  await larder.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  const camera = page.getByRole("dialog", { name: "Take Photo" });
  await camera.getByRole("button", { name: "Capture" }).click();
  await expect(camera.getByRole("img", { name: "The photo you took" })).toBeVisible();
  await camera.getByRole("button", { name: "Retake" }).click();
  await camera.getByRole("button", { name: "Switch camera" }).click();
  await camera.getByRole("button", { name: "Capture" }).click();
  await camera.getByRole("button", { name: "Use Photo" }).click();
  await expect(camera).toBeHidden();
  await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible(READING);
  await expect(page.getByRole("list", { name: "Items" }).getByRole("heading", { name: /chicken/i })).toBeVisible();
});

test.describe("with a film of a room", () => {
  const press = async (page: Page, name: string) => {
    const button = page.getByRole("button", { name });
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press("Enter");
  };
  test.beforeEach(async ({ page, larder }) => {
    await showScene(page, ROOM);
    await page.addInitScript(() => {
      const encoded: unknown[] = [];
      Object.assign(window, { encoded });
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
        encoded.push([type, quality]);
        toBlob.call(this, callback, type, quality);
      };
    });
    await larder.open("/?tab=scan");
    await waitForMark(page, "focus-rescue");
    await page.getByRole("button", { name: "Take Photo" }).click();
    await expect(page.getByRole("button", { name: "Capture" })).toBeEnabled();
  });

  test("uses the rear camera until it is switched, and JPEG of quality 0.8", async ({ page }) => {
    await page.getByRole("button", { name: "Switch camera" }).click();
    await press(page, "Capture");
    await expect(page.getByRole("button", { name: "Use Photo" })).toBeVisible();
    expect(await page.evaluate(() => [Reflect.get(window, "asked"), Reflect.get(window, "encoded")])).toEqual([
      [{ ideal: "environment" }, { ideal: "user" }],
      [["image/jpeg", 0.8]],
    ]);
  });

  test("keeps the focus in the dialog", async ({ page }) => {
    await press(page, "Capture");
    await expectFocus(page, /^(?:Use Photo|Take Photo)$/);
    await press(page, "Retake");
    await expectFocus(page, /^(?:Capture|Take Photo)$/);
  });

  test("keeps a photo that cannot be read", async ({ page }) => {
    await page.route("**/api/extract", (route) =>
      route.fulfill({ status: 500, json: { error: "internal", message: "Something went wrong on the server." } }),
    );
    await press(page, "Capture");
    await press(page, "Use Photo");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText("Auto-processing Failed")).toBeVisible();
    await expectFocus(page, /^(?!the body)./);
    await expect(
      page.getByText("Photo captured but processing failed. You can try clicking 'Process Receipt' manually."),
    ).toBeVisible();
    await expect(page.getByText(/^receipt-\d+\.jpg$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Process Receipt" })).toBeVisible();
  });
});
