import { chromium } from "@playwright/test";
import { browserPath } from "./support/browser";
import { files } from "./support/files";
import { expect, test } from "./support/larder";

/** Replaces the camera by one that fails with a given error, which browsers cannot do on demand. */
async function failingCamera(page: import("@playwright/test").Page, name: string, message: string): Promise<void> {
  await page.addInitScript(
    ([errorName, text]) => {
      Object.defineProperty(navigator, "mediaDevices", {
        value:
          errorName === "missing"
            ? undefined
            : {
                getUserMedia: () =>
                  Promise.reject(errorName === "" ? new Error(text) : new DOMException(text, errorName)),
              },
      });
    },
    [name, message] as const,
  );
}

for (const [name, message, text] of [
  ["NotAllowedError", "", "Camera permission denied. Please allow camera access and try again."],
  ["NotFoundError", "", "No camera found. Please connect a camera and try again."],
  ["NotReadableError", "", "Camera is already in use by another application."],
  ["OverconstrainedError", "too sharp", "Camera error: too sharp"],
  ["", "", "Camera error: Unknown error"],
  ["missing", "", "Camera not supported on this device or browser."],
] as const) {
  test(`camera failure ${name || "without a name"}: '${text}'`, async ({ page, kitchen }) => {
    await failingCamera(page, name, message);
    await kitchen.open("/?tab=scan");
    await page.getByRole("button", { name: "Take Photo" }).click();
    const camera = page.getByRole("dialog", { name: "Take Photo" });
    await expect(camera.getByRole("alert")).toContainText(text);
    await expect(camera.getByRole("button", { name: "Try Again" })).toBeVisible();
    await camera.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: "Take Photo" })).toBeFocused();
  });
}

test("a slow camera shows 'Starting camera...'", async ({ page, kitchen }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: () => new Promise(() => undefined) } });
  });
  await kitchen.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  await expect(page.getByText("Starting camera...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Capture" })).toBeDisabled();
});

test("shows live picture, capture and retake, and reads a used photo automatically", async ({ baseURL }) => {
  test.setTimeout(240_000);
  // The fake camera's film is a browser argument, so this test starts its own browser.
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${files.film}`,
    ],
  });
  try {
    const context = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      permissions: ["camera"],
      viewport: { width: 390, height: 844 },
      serviceWorkers: "block",
      locale: "en-US",
    });
    const page = await context.newPage();
    await page.goto("/?tab=scan");
    await page.getByRole("button", { name: "Take Photo" }).click();
    const camera = page.getByRole("dialog", { name: "Take Photo" });
    await camera.getByRole("button", { name: "Capture" }).click();
    await expect(camera.getByRole("img", { name: "The photo you took" })).toBeVisible();
    await camera.getByRole("button", { name: "Retake" }).click();
    await camera.getByRole("button", { name: "Switch camera" }).click();
    await camera.getByRole("button", { name: "Capture" }).click();
    await camera.getByRole("button", { name: "Use Photo" }).click();
    await expect(camera).toBeHidden();
    await expect(page.getByRole("heading", { name: "My Items" })).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole("list", { name: "Items" }).getByRole("heading", { name: /chicken/i })).toBeVisible();
  } finally {
    await browser.close();
  }
});

test("the rear camera first, the front one when switched, and JPEG at a quality of 0.8", async ({ page, kitchen }) => {
  await page.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    setInterval(() => canvas.getContext("2d")?.fillRect(Math.random() * 600, 0, 9, 480), 100);
    const asked: unknown[] = [];
    const encoded: unknown[] = [];
    Object.assign(window, { asked, encoded });
    Object.defineProperty(navigator, "mediaDevices", {
      value: {
        getUserMedia: async ({ video }: { video: { facingMode: unknown } }) => {
          asked.push(video.facingMode);
          return canvas.captureStream(10);
        },
      },
    });
    const toBlob = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
      encoded.push([type, quality]);
      toBlob.call(this, callback, type, quality);
    };
  });
  await kitchen.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  await expect(page.getByRole("button", { name: "Capture" })).toBeEnabled();
  await page.getByRole("button", { name: "Switch camera" }).click();
  await page.getByRole("button", { name: "Capture" }).click();
  await expect(page.getByRole("button", { name: "Use Photo" })).toBeVisible();
  expect(await page.evaluate(() => [Reflect.get(window, "asked"), Reflect.get(window, "encoded")])).toEqual([
    [{ ideal: "environment" }, { ideal: "user" }],
    [["image/jpeg", 0.8]],
  ]);
});

test("a captured photo that cannot be processed stays: 'Auto-processing Failed'", async ({ page, kitchen }) => {
  await page.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const paint = () => canvas.getContext("2d")?.fillRect(Math.random() * 600, 0, 9, 480);
    setInterval(paint, 100);
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => canvas.captureStream(10) } });
  });
  await page.route("**/api/extract", (route) =>
    route.fulfill({ status: 500, json: { error: "internal", message: "Something went wrong on the server." } }),
  );
  await kitchen.open("/?tab=scan");
  await page.getByRole("button", { name: "Take Photo" }).click();
  await page.getByRole("button", { name: "Capture" }).click();
  await page.getByRole("button", { name: "Use Photo" }).click();
  await expect(page.getByText("Auto-processing Failed")).toBeVisible();
  await expect(
    page.getByText("Photo captured but processing failed. You can try clicking 'Process Receipt' manually."),
  ).toBeVisible();
  await expect(page.getByText(/^receipt-\d+\.jpg$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Process Receipt" })).toBeVisible();
});
