import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { BROWSER_ARGS, browserPath } from "./e2e/support/browser";

/*
 * The site in Debian's headless Chromium against the real `larder`, on a data folder and a port of its own. LARDER_BIN
 * names another binary; E2E_BASE_URL uses a server that runs already (the built site must be what it serves).
 */

/**
 * The time zone of the browser and the tests: with two zones, "in twelve days" would differ for some hours of the day.
 */
const zone = process.env["LARDER_E2E_ZONE"] ?? "Europe/Berlin";
process.env["TZ"] = zone;
const workers = Number(process.env["LARDER_E2E_WORKERS"] ?? 2);
// Workers load this file again: the first one decides for all.
const folder = (process.env["LARDER_E2E_DIR"] ??= mkdtempSync(join(tmpdir(), "larder-e2e-")));
const port = (process.env["LARDER_E2E_PORT"] ??= String(20_000 + (process.pid % 20_000)));
/** Each worker has a server of its own, so that no test waits for, or sees, what a test of another worker does. */
const portOf = (worker: number) => Number(port) + worker;
const baseURL =
  process.env["E2E_BASE_URL"] ?? `http://127.0.0.1:${portOf(Number(process.env["TEST_PARALLEL_INDEX"] ?? 0))}`;
const binary = process.env["LARDER_BIN"] ?? "target/debug/larder";

/**
 * Each test is a household of its own, and most of them come from one address; a phone that has another says so as a
 * proxy would.
 */
const MANY_PEOPLE = {
  LARDER_TRUSTED_PROXIES: "127.0.0.1",
  LARDER_SIGN_UPS_PER_ADDRESS: "1000000",
  LARDER_READINGS_PER_ADDRESS: "1000000",
};

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  workers,
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  // Limits for a machine that compiles something else meanwhile; a passing test never waits for them.
  timeout: 180_000,
  expect: {
    timeout: 30_000,
    // Another version of the browser smooths letters differently, by less than the threshold; a single changed word
    // differs by more pixels.
    toHaveScreenshot: {
      maxDiffPixels: 30,
      threshold: 0.25,
      scale: "css",
      pathTemplate: "{testDir}/screens/{arg}{ext}",
    },
  },
  reporter: "list",
  // The announcements of an errand.
  snapshotPathTemplate: "{testDir}/errands/{arg}{ext}",
  outputDir: "test-results",
  use: {
    baseURL,
    locale: "en-US",
    timezoneId: zone,
    serviceWorkers: "block",
    actionTimeout: 45_000,
    // Recording costs a third of the time, so it is for looking into a failure: E2E_TRACE=1 npm run e2e.
    trace: process.env["E2E_TRACE"] === undefined ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: browserPath, args: BROWSER_ARGS },
  },
  projects: [
    {
      name: "phone",
      testIgnore: "**/*.wide.spec.ts",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: "wide", testMatch: "**/*.wide.spec.ts", use: { viewport: { width: 1280, height: 800 } } },
  ],
  ...(process.env["E2E_BASE_URL"] === undefined && {
    webServer: Array.from({ length: workers }, (_, worker) => ({
      command: `exec ${binary} serve`,
      cwd: "..",
      url: `http://127.0.0.1:${portOf(worker)}/api/health`,
      timeout: 60_000,
      stdout: "pipe" as const,
      stderr: "pipe" as const,
      gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
      env: {
        PORT: String(portOf(worker)),
        LARDER_DATA: join(folder, `data-${worker}`),
        LARDER_SITE: process.env["LARDER_SITE"] ?? join(import.meta.dirname, "dist"),
        LARDER_LOG: process.env["LARDER_LOG"] ?? "error",
        LARDER_MONTHLY_UPLOADS: "5",
        ...MANY_PEOPLE,
      },
    })),
  }),
});
